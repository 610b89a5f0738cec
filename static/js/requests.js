/* fetch with the CSRF token, JSON in and out, and failures that say what happened.
   A RequestFailure has status 0 when the network is lost; signedOut is true when the server wants a sign-in. */

export class RequestFailure extends Error {
  constructor({ status, detail = "", body = null, signedOut = false }) {
    super(detail || `The request failed (${status}).`);
    Object.assign(this, { name: "RequestFailure", status, detail, body, signedOut });
  }
}

/* The cookie is fresher than the page: a sign-in in another tab changes the token. */
export function csrfToken() {
  const cookie = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  return cookie ?? JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";
}

/* keepalive lets a request outlive the page; browsers allow it for small bodies only. */
export async function send(url, { method = "GET", body = undefined, keepalive = false, timeout = 30000 } = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = { Accept: "application/json", "X-CSRFToken": csrfToken() };
  if (text !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(url, {
      method, headers, body: text, redirect: "manual", credentials: "same-origin",
      keepalive: keepalive && (text?.length ?? 0) < 20000, signal: AbortSignal.timeout(timeout),
    });
  } catch (error) {
    throw new RequestFailure({ status: 0, detail: error.message });
  }
  if (response.type === "opaqueredirect" || response.status === 401) throw new RequestFailure({ status: 401, signedOut: true });
  const answer = await readJson(response);
  if (!response.ok) throw new RequestFailure({ status: response.status, detail: saidBy(answer), body: answer });
  return answer;
}

async function readJson(response) {
  if (!(response.headers.get("Content-Type") ?? "").includes("json")) return null;
  try {
    return await response.json();
  } catch (error) {
    throw new RequestFailure({ status: response.ok ? 0 : response.status, detail: error.message });
  }
}

/* The server's own words: {"detail": "…"} or {"faults": [{"message": "…"}]}. */
export function saidBy(body) {
  return body?.detail ?? body?.faults?.map(({ message }) => message).join(" ") ?? "";
}

/* A sentence for a failed request, in the reader's language: the server's own words first. */
export function explain({ status, detail = "" }) {
  if (detail && status !== 0) return detail;
  const texts = document.getElementById("shell-texts")?.dataset ?? {};
  const kind = { 0: "networkLost", 401: "forbidden", 403: "forbidden", 404: "missing", 410: "missing" }[status];
  const words = texts[kind ?? (status >= 500 ? "serverError" : "refused")] ?? "";
  return words.replace("{status}", status);
}
