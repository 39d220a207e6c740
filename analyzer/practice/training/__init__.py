"""Training: exact drills, the rating by which they adapt, and games against the engine.

A :class:`Task` is a drill made from its name, a level and a seed, the same each time; a
:class:`Game` is a game against a bot, kept as a seed and the moves. Nothing here is sampled but
what the bots and the coach think.
"""

from analyzer.practice.training.drills import Drill, Goal, Marked, Task, mark, task
from analyzer.practice.training.game import Game, Level, Stage, begin, next_hand
from analyzer.practice.training.progress import Note, Progress, Seat, Skill, id_of
from analyzer.practice.training.ratings import FIRST, level_for, rated
from analyzer.practice.training.table import Remark, remark, remark_on_defence

__all__ = [
    "FIRST",
    "Drill",
    "Game",
    "Goal",
    "Level",
    "Marked",
    "Note",
    "Progress",
    "Remark",
    "Seat",
    "Skill",
    "Stage",
    "Task",
    "begin",
    "id_of",
    "level_for",
    "mark",
    "next_hand",
    "rated",
    "remark",
    "remark_on_defence",
    "task",
]
