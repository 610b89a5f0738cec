/* The builder of a trace: what is typed as its name goes into the address at once, so that a reload keeps it. */

function keepName({ target }) {
  if (!(target instanceof HTMLInputElement) || target.name !== "name" || !target.closest("[data-trace-builder]")) return;
  const address = new URL(location.href);
  if (target.value) address.searchParams.set("name", target.value);
  else address.searchParams.delete("name");
  for (const hidden of target.form.querySelectorAll("input[name='paper']")) {
    if (!address.searchParams.getAll("paper").includes(hidden.value)) address.searchParams.append("paper", hidden.value);
  }
  history.replaceState(history.state, "", address);
}

document.addEventListener("input", keepName);
