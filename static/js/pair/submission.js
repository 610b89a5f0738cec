/* Handing in: first everything reaches the server, then the answer is submitted with the revision that it grew from, so that a tab
   that is behind is told so instead of replacing what another tab submitted. */
import { explain, send } from "../requests.js";
import { toast } from "../toasts.js";

export function bindSubmission({ page, store, draft, server, form }) {
  form.addEventListener("submit", (event) => {
    if (event.submitter?.hasAttribute("data-plain")) {
      draft.stop();
      return;
    }
    event.preventDefault();
    void submit({ page, store, draft, server });
  });
}

async function submit({ page, store, draft, server }) {
  if (!(await draft.flush())) {
    toast(page.word("offline-submit"), { tone: "bad" });
    return;
  }
  try {
    const { url } = await send(addressOf(page, draft), { method: "POST", body: store.payload });
    draft.stop();
    location.assign(url);
  } catch (failure) {
    if (failure.name !== "RequestFailure") throw failure;
    const isOpen = failure.status !== 409 && failure.body?.missing;
    if (failure.body?.missing) server.show(failure.body);
    server.point();
    toast(isOpen ? server.summary() : explain(failure), { tone: "bad" });
  }
}

/* The guideline at hand goes along where there is one: an answer made under an older version is asked about. */
function addressOf(page, draft) {
  const facts = new URLSearchParams({ revision: draft.revision });
  if (Number.isInteger(page.guideline)) facts.set("guideline", page.guideline);
  return `${page.submitUrl}?${facts}`;
}
