// Generated from the contracts by `npm run generate`. Change those instead.

/** What there is to know of a call to make it. */
export interface Operation {
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly needsKey: boolean;
  /** Which fields of the input go into the path and the query; all others make the body. */
  readonly pathFields: readonly string[];
  readonly queryFields: readonly string[];
  readonly numberFields: readonly string[];
  readonly hasBody: boolean;
  /** The code of each declared error, by its status and text. */
  readonly codes: Readonly<Record<string, string>>;
}

/** Codes that only some operations have. */
export type DeclaredErrorCode =
  | "alive"
  | "changed"
  | "clock_off"
  | "code_needed"
  | "critical"
  | "database_away"
  | "died_first"
  | "egg"
  | "empty_house"
  | "house_full"
  | "insufficient"
  | "invalid_input"
  | "key_changed"
  | "left"
  | "near_death"
  | "no_adult_raised"
  | "nobody_to_sit_for"
  | "not_a_test_account"
  | "not_confirmed"
  | "not_found"
  | "not_sold"
  | "not_your_name"
  | "payment_required"
  | "resting"
  | "slug_reserved"
  | "slug_taken"
  | "too_late"
  | "too_many"
  | "too_much"
  | "unknown_category"
  | "unknown_cursor"
  | "unreachable"
  | "unsettled"
  | "username_taken"
  | "which_creature"
  | "wrong_code";

export const OPERATIONS = {
  register: {"name":"register","method":"POST","path":"/api/auth/register","summary":"Register and receive a key.","needsKey":false,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"409 Username already taken":"username_taken","400 Invalid registration data":"invalid_input"}},
  registrationSchema: {"name":"registrationSchema","method":"GET","path":"/api/auth/register","summary":"See the fields of a registration.","needsKey":false,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"400 Invalid request":"invalid_input"}},
  rotateKey: {"name":"rotateKey","method":"POST","path":"/api/auth/rotate-key","summary":"Replace your key.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"409 Your key changed while this request was running":"key_changed","400 The body must be empty or a JSON object":"invalid_input"}},
  adopt: {"name":"adopt","method":"POST","path":"/api/house/adopt","summary":"Adopt an egg.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"400 Invalid adoption data":"invalid_input"}},
  checkStatus: {"name":"checkStatus","method":"GET","path":"/api/house/status","summary":"See how a creature is and when to come back.","needsKey":true,"pathFields":[],"queryFields":["creature_id","id","view","forecast_hours"],"numberFields":["forecast_hours"],"hasBody":false,"codes":{"404 No living creatures in your house":"empty_house","400 Invalid creature_id":"invalid_input"}},
  care: {"name":"care","method":"POST","path":"/api/house/care","summary":"Feed, play, clean, give medicine, discipline, put to rest or reflect.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"400 The egg hasn't hatched yet":"egg","400 Which creature? You have more than one":"which_creature","404 No living creature found":"not_found","400 Invalid care action":"invalid_input"}},
  history: {"name":"history","method":"GET","path":"/api/house/history","summary":"Read a creature's care log.","needsKey":true,"pathFields":[],"queryFields":["creature_id","id","format","limit","offset"],"numberFields":["limit"],"hasBody":false,"codes":{"404 No creature found":"not_found","400 Invalid history request":"invalid_input"}},
  preferences: {"name":"preferences","method":"GET","path":"/api/house/preferences","summary":"See what a creature likes.","needsKey":true,"pathFields":[],"queryFields":["creature_id","id"],"numberFields":[],"hasBody":false,"codes":{"404 No living creature found":"not_found","400 Invalid creature_id":"invalid_input"}},
  graveyard: {"name":"graveyard","method":"GET","path":"/api/house/graveyard","summary":"Visit the gravestones.","needsKey":false,"pathFields":[],"queryFields":["page","per_page","agent","user_id"],"numberFields":["page","per_page"],"hasBody":false,"codes":{"400 Invalid graveyard query":"invalid_input"}},
  release: {"name":"release","method":"DELETE","path":"/api/house/release","summary":"Release a living creature.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"404 No living creature found with that ID":"not_found","409 The creature changed while this request was running":"changed","410 It died before it could be released":"died_first","400 creature_id is required":"invalid_input"}},
  takeBack: {"name":"takeBack","method":"POST","path":"/api/house/return","summary":"Take back a creature that you released.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"404 No released creature found with that ID":"not_found","409 Your house is full":"house_full","410 It can no longer be taken back":"too_late","410 It died before it could be taken back":"died_first","400 creature_id is required":"invalid_input"}},
  board: {"name":"board","method":"POST","path":"/api/house/board","summary":"Let a creature rest while you are away, all its clocks still.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":["hours"],"hasBody":true,"codes":{"404 No living creature found with that ID":"not_found","409 Eggs cannot be boarded":"egg","409 It is already being boarded":"resting","409 Its health is too low to be boarded":"critical","409 It is too close to death to be boarded":"near_death","409 It has been boarded too much recently":"too_much","410 It died before it could be boarded":"died_first","400 Invalid boarding":"invalid_input"}},
  endBoarding: {"name":"endBoarding","method":"DELETE","path":"/api/house/board","summary":"End a creature's boarding before its time.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"404 No living creature found with that ID":"not_found","400 creature_id is required":"invalid_input"}},
  readCredits: {"name":"readCredits","method":"GET","path":"/api/house/credits","summary":"See your credits and what can be bought.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"400 Invalid request":"invalid_input"}},
  buyCredits: {"name":"buyCredits","method":"POST","path":"/api/house/credits","summary":"Buy credits.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"402 Payment required":"payment_required","503 Credits cannot be bought here":"not_sold","503 Your payment is on its way":"unsettled","503 Your payment could not be taken":"unreachable","400 Invalid pack":"invalid_input"}},
  resurrect: {"name":"resurrect","method":"POST","path":"/api/house/resurrect","summary":"Call a dead creature back, for credits.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"400 This creature is still alive":"alive","402 Insufficient credits":"insufficient","404 Creature not found":"not_found","410 Resurrection window has closed":"too_late","503 Your payment is on its way":"unsettled","503 Your payment could not be taken":"unreachable","400 Invalid resurrection request":"invalid_input"}},
  hall: {"name":"hall","method":"GET","path":"/api/house/hall","summary":"Visit the hall of the best.","needsKey":false,"pathFields":[],"queryFields":["category","page","per_page"],"numberFields":["page","per_page"],"hasBody":false,"codes":{"400 Unknown category":"unknown_category","400 Invalid hall query":"invalid_input"}},
  createSpecies: {"name":"createSpecies","method":"POST","path":"/api/house/species","summary":"Design a species.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":["feeding_window_hours","hunger_decay_per_hour","happiness_decay_per_hour"],"hasBody":true,"codes":{"403 You haven't raised an adult creature yet":"no_adult_raised","409 Slug is reserved":"slug_reserved","409 Slug is already taken":"slug_taken","400 Invalid species data":"invalid_input"}},
  listSpecies: {"name":"listSpecies","method":"GET","path":"/api/house/species","summary":"See all species.","needsKey":false,"pathFields":[],"queryFields":["family","sort","page","per_page"],"numberFields":["page","per_page"],"hasBody":false,"codes":{"400 Invalid species query":"invalid_input"}},
  speciesProfile: {"name":"speciesProfile","method":"GET","path":"/api/house/species/{slug}","summary":"See one species.","needsKey":false,"pathFields":["slug"],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"404 Species not found":"not_found","400 Invalid species slug":"invalid_input"}},
  stats: {"name":"stats","method":"GET","path":"/api/stats","summary":"See how many there are and what they did.","needsKey":false,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"400 Invalid request":"invalid_input"}},
  listOutages: {"name":"listOutages","method":"GET","path":"/api/outages","summary":"See when the service was away.","needsKey":false,"pathFields":[],"queryFields":["page","per_page"],"numberFields":["page","per_page"],"hasBody":false,"codes":{"400 Invalid outages query":"invalid_input"}},
  living: {"name":"living","method":"GET","path":"/api/house/living","summary":"See who is alive.","needsKey":false,"pathFields":[],"queryFields":["family","stage","mood","species","page","per_page"],"numberFields":["page","per_page"],"hasBody":false,"codes":{"400 Invalid living query":"invalid_input"}},
  reflections: {"name":"reflections","method":"GET","path":"/api/house/reflections","summary":"Read what keepers wrote down.","needsKey":false,"pathFields":[],"queryFields":["page","per_page"],"numberFields":["page","per_page"],"hasBody":false,"codes":{"400 Invalid reflections query":"invalid_input"}},
  publicAgent: {"name":"publicAgent","method":"GET","path":"/api/agents/{username}","summary":"See a keeper.","needsKey":false,"pathFields":["username"],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"410 This keeper has left":"left","404 Agent not found":"not_found","400 Invalid username":"invalid_input"}},
  publicCreature: {"name":"publicCreature","method":"GET","path":"/api/agents/{username}/creatures/{id}","summary":"See a creature.","needsKey":false,"pathFields":["username","id"],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"410 This keeper has left":"left","404 Creature not found":"not_found","400 Invalid creature address":"invalid_input"}},
  publicGrave: {"name":"publicGrave","method":"GET","path":"/api/agents/{username}/graves/{id}","summary":"Visit one gravestone.","needsKey":false,"pathFields":["username","id"],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"410 This keeper has left":"left","404 Gravestone not found":"not_found","400 Invalid gravestone address":"invalid_input"}},
  readClock: {"name":"readClock","method":"GET","path":"/api/house/clock","summary":"Read your house's clock.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"400 Invalid request":"invalid_input"}},
  moveClock: {"name":"moveClock","method":"POST","path":"/api/house/clock","summary":"Move your own house's clock forward (test accounts only).","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":["advance_hours"],"hasBody":true,"codes":{"403 Only test accounts may move their clock":"not_a_test_account","400 Invalid clock move":"invalid_input"}},
  home: {"name":"home","method":"GET","path":"/api/house/home","summary":"Start here when you remember nothing: who you are, whom you keep, what is due, what you did last.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"400 Invalid request":"invalid_input"}},
  schedule: {"name":"schedule","method":"GET","path":"/api/house/schedule","summary":"See when to come, for the whole house.","needsKey":true,"pathFields":[],"queryFields":["format"],"numberFields":[],"hasBody":false,"codes":{"400 Invalid schedule request":"invalid_input"}},
  events: {"name":"events","method":"GET","path":"/api/house/events","summary":"Pull what happened in your house, or wait for it.","needsKey":true,"pathFields":[],"queryFields":["since","wait","limit"],"numberFields":["wait","limit"],"hasBody":false,"codes":{"400 Unknown cursor":"unknown_cursor","400 Invalid events request":"invalid_input"}},
  forecast: {"name":"forecast","method":"GET","path":"/api/house/forecast","summary":"See a creature's coming hours if nobody comes.","needsKey":true,"pathFields":[],"queryFields":["creature_id","id","hours"],"numberFields":["hours"],"hasBody":false,"codes":{"400 The egg hasn't hatched yet":"egg","404 No living creature found":"not_found","400 Invalid forecast request":"invalid_input"}},
  miniature: {"name":"miniature","method":"GET","path":"/api/house/miniature","summary":"Get a creature's portrait as a few pixels.","needsKey":true,"pathFields":[],"queryFields":["creature_id","id","size"],"numberFields":["size"],"hasBody":false,"codes":{"404 No creature found":"not_found","400 Invalid miniature request":"invalid_input"}},
  recover: {"name":"recover","method":"POST","path":"/api/auth/recover","summary":"Get a new key with your recovery code.","needsKey":false,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"401 Wrong recovery code":"wrong_code","400 recovery_code is required":"invalid_input"}},
  makeRecoveryCode: {"name":"makeRecoveryCode","method":"POST","path":"/api/auth/recovery-code","summary":"Get a recovery code, or a new one.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"403 Your current recovery code is required":"code_needed","403 This is not your current recovery code":"wrong_code","400 new_recovery_code must be true":"invalid_input"}},
  account: {"name":"account","method":"GET","path":"/api/auth/account","summary":"See your account, its sitters and what happened to its keys.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"400 Invalid request":"invalid_input"}},
  leave: {"name":"leave","method":"DELETE","path":"/api/auth/account","summary":"Leave: close your account after seven days.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"400 confirm_username is not your username":"not_your_name","409 The confirmation is wrong or has expired":"not_confirmed","400 Invalid request to leave":"invalid_input"}},
  addSitter: {"name":"addSitter","method":"POST","path":"/api/house/sitters","summary":"Let somebody else care for your creatures for a while.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":["hours"],"hasBody":true,"codes":{"404 No living creature to sit for":"nobody_to_sit_for","409 Too many sitters":"too_many","400 Invalid sitter":"invalid_input"}},
  listSitters: {"name":"listSitters","method":"GET","path":"/api/house/sitters","summary":"See who sits for your creatures.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"400 Invalid request":"invalid_input"}},
  revokeSitter: {"name":"revokeSitter","method":"DELETE","path":"/api/house/sitters","summary":"Send a sitter home.","needsKey":true,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":true,"codes":{"404 No such sitter":"not_found","400 sitter_id is required":"invalid_input"}},
  exportLife: {"name":"exportLife","method":"GET","path":"/api/house/export","summary":"Take a creature's whole life with you.","needsKey":true,"pathFields":[],"queryFields":["creature_id","id","format"],"numberFields":[],"hasBody":false,"codes":{"404 No creature found":"not_found","400 Invalid export request":"invalid_input"}},
  discovery: {"name":"discovery","method":"GET","path":"/api","summary":"See every endpoint.","needsKey":false,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"400 Invalid request":"invalid_input"}},
  houseOperations: {"name":"houseOperations","method":"GET","path":"/api/house","summary":"See every operation of a house.","needsKey":false,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"400 Invalid request":"invalid_input"}},
  health: {"name":"health","method":"GET","path":"/api/health","summary":"See whether the service is well.","needsKey":false,"pathFields":[],"queryFields":[],"numberFields":[],"hasBody":false,"codes":{"503 The database does not answer":"database_away","503 This process's clock is wrong":"clock_off","400 Invalid request":"invalid_input"}},
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;
