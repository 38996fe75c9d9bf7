// Notifications of reminders with the app closed. sw.js shows them.

import { send } from "./recordings.js";

/// In milliseconds.
const PATIENCE = 20000;

/// Has the server notify this device (1), or no longer (0), or tells it what is new about a device that it notifies (2).
export async function notify(mode, texts) {
  if (!("PushManager" in window)) throw new DOMException("", "NotSupportedError");
  const path = "/api/v1/push/subscriptions", { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  if (mode === 2 && !subscription) return;
  if (mode === 0) {
    if (subscription) await asked(path, "DELETE", { endpoint: subscription.endpoint });
    await subscription?.unsubscribe();
    return;
  }
  if (mode === 1 && await Notification.requestPermission() !== "granted") throw new DOMException("", "NotAllowedError");
  if (!subscription) {
    const { key } = await (await asked("/api/v1/push/key")).json();
    // A browser that doesn't get to its push service goes on trying.
    const late = new Promise((_, reject) => { setTimeout(() => reject(new DOMException("", "TimeoutError")), PATIENCE); });
    subscription = await Promise.race([pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }), late]);
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await asked(path, "POST", { ...subscription.toJSON(), zone, texts: texts.split("\n") });
}

async function asked(path, method, body) {
  const response = await send(path, { method, body: body && JSON.stringify(body) });
  if (!response.ok) throw new DOMException(response.status, "HTTP");
  return response;
}
