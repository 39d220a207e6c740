// A form of rules says at once what it comes to, and what each field is if it is left empty.
const asked = new WeakMap();

function show(form, { summary, values }) {
  form.querySelector(".rules-summary").textContent = summary.replaceAll("`", "");
  for (const field of form.querySelectorAll("[data-rule]")) {
    const value = values[field.dataset.rule];
    if (value === undefined || field.value) continue;
    if (field.tagName === "SELECT") field.options[0].textContent = value;
    else field.placeholder = value;
  }
}

async function ask(form) {
  const mine = (asked.get(form) ?? 0) + 1;
  asked.set(form, mine);
  const fields = [...form.querySelectorAll("select, input")].filter((one) => one.value);
  const said = new URLSearchParams(fields.map((one) => [one.name, one.value]));
  const answer = await fetch(`${form.dataset.summary}?${said}`).catch(() => null);
  if (answer?.ok && mine === asked.get(form)) show(form, await answer.json());
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest(".rules-form");
  if (form) ask(form);
});
document.addEventListener(
  "toggle",
  ({ target }) => target.matches?.(".rules-all[open]") && ask(target.closest(".rules-form")),
  true,
);
for (const all of document.querySelectorAll(".rules-all[open]")) ask(all.closest(".rules-form"));
