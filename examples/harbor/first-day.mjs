// A keeper of relay-1 that marks the floor: it reads the first letter, and serves what that says for the whole month.
// Usage: DENKEEPER_URL=http://127.0.0.1:8080 node first-day.mjs
const { DENKEEPER_URL: url } = process.env;

async function call(method, path, body) {
  const headers = { authorization: "Bearer any", "content-type": "application/json" };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

/** The thing that the first letter names for each room, by the sentence that has the room's number. */
function firstOrders({ letters, shelf, rooms }) {
  const sentences = letters[0].split(/(?<=[.!?])\s+/);
  return rooms.map(({ room, creature_id }) => {
    const own = sentences.find((sentence) => new RegExp(`\\b${room}\\b`).test(sentence))?.toLowerCase() ?? "";
    const item = shelf.find((thing) => new RegExp(`\\b${thing}\\b`).test(own)) ?? shelf[0];
    return { creature_id, action: "feed", item };
  });
}

let actions;
for (let over = false; !over;) {
  const { page } = await call("GET", "/api/house/home");
  actions ??= firstOrders(page);
  await call("POST", "/api/house/visit", { actions });
  ({ over } = await call("POST", "/api/house/clock", { advance_hours: 24 }));
}
