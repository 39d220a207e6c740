// The form of rules says at once what it comes to, and what each field is if it is left empty.
function show(form, { summary, values }) {
  form.querySelector(".rules-summary").textContent = summary.replaceAll("`", "");
  for (const field of form.querySelectorAll("[data-rule]")) {
    const value = values[field.dataset.rule];
    if (value === undefined || field.value) continue;
    if (field.tagName === "SELECT") field.options[0].textContent = value;
    else field.placeholder = value;
  }
}

for (const form of document.querySelectorAll(".rules-form")) {
  let last = 0;
  const ask = async () => {
    const mine = ++last;
    const fields = [...form.querySelectorAll("select, input")].filter((one) => one.value);
    const said = new URLSearchParams(fields.map((one) => [one.name, one.value]));
    const answer = await fetch(`${form.dataset.summary}?${said}`).catch(() => null);
    if (answer?.ok && mine === last) show(form, await answer.json());
  };
  const all = form.querySelector("details");
  form.addEventListener("change", ask);
  if (all.open) ask();
  else all.addEventListener("toggle", ask, { once: true });
}
