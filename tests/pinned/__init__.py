"""What the revision before answered, and whether this one still answers the same.

    python -m tests.pinned                     every request again, and the first differences
    python -m tests.pinned.write --out FILE    the answers of whatever revision runs it

`requests.jsonl` holds command lines of `ginsight` with what they read, `answers.jsonl` what
revision 83d0f80 printed for them with ``--json``. Only that command is used, so whatever moves
behind it, these requests stay as they are. The requests limit a search by worlds and give its
seed, so the answers are the same on every machine and with any number of threads.

`old/` holds what else that revision wrote: rows, packs, ids, documents; see its README.
"""
