// Starts the viewer of the API reference. Whatever would leave this service, or ask for a key, is off.
interface Viewer {
  createApiReference(selector: string, settings: object): unknown;
}

const place = document.querySelector<HTMLElement>("#reference");
// oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the viewer's own module, which brings no types here
const viewer = (await import(place?.dataset["viewer"] ?? "")) as Viewer;
viewer.createApiReference("#reference", {
  url: "/openapi.json",
  theme: "none",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideTestRequestButton: true,
  hideDarkModeToggle: true,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  documentDownloadType: "none",
  defaultOpenAllTags: false,
});
