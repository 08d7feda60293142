import { createHash } from 'node:crypto';

/**
 * The style of all pages, inlined because they load nothing else. It avoids recent CSS features, because it has to work
 * on old phones. The colours are those of the app (src/app/styles.css).
 */
export const pageStyle = `
:root { color-scheme: light dark; --ground: #f6f7f8; --surface: #fff; --line: #dfe3e6; --border: #7d888f; --ink: #161b1f;
  --muted: #566069; --accent: #0f6a73; --accent-strong: #0a545b; --on-accent: #fff; --accent-soft: #e0f0f1;
  --danger: #b3261e; --danger-soft: #fce8e6; --on-danger: #fff; --ok: #1b6b36; --ok-soft: #e2f3e6; --warn: #8a5300;
  --warn-soft: #fff2d6; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181b; --surface: #1b2024; --line: #30383e; --border: #7f8b93; --ink: #eceff1; --muted: #a4afb6;
    --accent: #63c3cc; --accent-strong: #8bd7de; --on-accent: #06282c; --accent-soft: #1a3438; --danger: #ff9b92;
    --danger-soft: #40201e; --on-danger: #3b0906; --ok: #86d49a; --ok-soft: #18351f; --warn: #f2c063;
    --warn-soft: #3a2e14; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word; overflow-wrap: anywhere;
  font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif; }
.page { max-width: 36rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: flex-start; justify-content: space-between;
  margin-bottom: 1.25rem; }
.practice { margin: .5rem 0; font-weight: 600; flex: 1 1 10rem; min-width: 0; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; }
h2 { margin: 0; font-size: 1.125rem; line-height: 1.35; }
p { margin: 0; }
a { color: var(--accent); text-underline-offset: .2em; }
a:hover { color: var(--accent-strong); }
section, article { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem;
  margin-bottom: 1rem; }
.when { margin: .75rem 0 0; font-size: 1.375rem; line-height: 1.3; font-weight: 650; }
.when time { display: block; }
.before { margin-top: 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.before h3, .note h3 { margin: 0 0 .125rem; font-size: .9375rem; color: var(--muted); font-weight: 600; }
.lines { white-space: pre-line; }
p.lines { unicode-bidi: plaintext; }
address { margin-top: .375rem; font-style: normal; }
.state { margin-top: 1rem; padding: .75rem 1rem; border-radius: .5rem; background: var(--accent-soft);
  border-inline-start: .25rem solid var(--accent); }
main > .state { margin: 0 0 1rem; }
.state.ok { background: var(--ok-soft); border-color: var(--ok); }
.state.off, .state.problem { background: var(--danger-soft); border-color: var(--danger); }
.state.wait { background: var(--warn-soft); border-color: var(--warn); }
.note { margin-top: .75rem; }
.actions { margin-top: 1rem; display: grid; gap: .625rem; }
.actions > *, .inside > * { min-width: 0; }
button, summary { display: block; width: 100%; min-height: 3.25rem; padding: .75rem 1rem; border-radius: .5rem;
  border: 1px solid var(--border); background: var(--surface); color: var(--ink); font: inherit; font-weight: 600;
  line-height: 1.4; text-align: center; cursor: pointer; }
summary { list-style: none; }
summary::-webkit-details-marker { display: none; }
button:hover, summary:hover { border-color: var(--accent); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.primary:hover { background: var(--accent-strong); }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-danger); }
summary.danger { color: var(--danger); }
a:focus-visible, button:focus-visible, summary:focus-visible, textarea:focus-visible, input:focus-visible {
  outline: .1875rem solid var(--accent-strong); outline-offset: .125rem; }
details > .inside { padding: 1rem 0 .5rem; display: grid; gap: .5rem; }
label { font-weight: 600; }
.hint { color: var(--muted); font-size: .9375rem; }
textarea, input { display: block; width: 100%; min-height: 3rem; padding: .625rem .75rem; border: 1px solid var(--border);
  border-radius: .5rem; background: var(--surface); color: var(--ink); font: inherit; }
textarea { min-height: 6rem; resize: vertical; }
textarea[aria-invalid], input[aria-invalid] { border: 2px solid var(--danger); }
[dir="rtl"] input[dir="ltr"] { text-align: right; }
.fault { color: var(--danger); font-weight: 600; }
.after { margin-top: 1rem; color: var(--muted); }
.ways { margin: .5rem 0 0; padding: 0; list-style: none; }
.ways a { display: inline-block; max-width: 100%; padding: .375rem 0; }
.kicker { margin-bottom: .125rem; color: var(--muted); font-size: .9375rem; font-weight: 600; }
.chosen { margin-bottom: 1rem; font-weight: 600; }
.quiet { margin-bottom: .625rem; color: var(--muted); font-size: .9375rem; font-weight: 600; }
.choice { text-align: start; }
.days, .times { display: grid; grid-template-columns: repeat(auto-fill, minmax(4.75rem, 1fr)); gap: .5rem; }
@media (max-width: 34rem) {
  .days, .times { grid-template-columns: repeat(auto-fill, minmax(max(4.75rem, 28%), 1fr)); }
}
.times { margin-top: .75rem; }
.days button, .times button { padding: .5rem .125rem; }
.times button { white-space: nowrap; }
.days button { font-weight: 400; line-height: 1.25; }
.days button[aria-current] { border-color: var(--accent); background: var(--accent-soft); font-weight: 650;
  box-shadow: inset 0 0 0 1px var(--accent); }
.days + p { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: .375rem 0 -.5rem; }
button.plain { width: auto; min-height: 2.75rem; padding: .5rem 0; border: 0; background: none; color: var(--accent); }
button.plain:hover { text-decoration: underline; }
button.back { background: none; }
fieldset { min-width: 0; margin: 0 0 1rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--surface); }
legend { float: left; width: 100%; padding: 0; font-size: 1.125rem; font-weight: 650; line-height: 1.35; }
legend + * { clear: both; }
.field { padding-top: 1rem; flex: 1 1 14rem; min-width: 0; }
.pair { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: flex-end; }
.field > * + * { margin-top: .25rem; }
.robots { display: none; }
.enter { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; border: 0; overflow: hidden;
  clip: rect(0 0 0 0); white-space: nowrap; }
input.code { max-width: 12rem; font-size: 1.5rem; font-weight: 600; letter-spacing: .25em; }
.call { margin-top: .5rem; font-size: 1.25rem; font-weight: 650; }
nav { margin-inline-start: auto; }
.languages { position: relative; }
.languages summary { width: auto; min-height: 2.5rem; padding: .5rem 0; font-weight: 400; background: none; border: 0;
  color: var(--accent); }
.languages summary:hover { text-decoration: underline; }
.languages svg { width: 1.125rem; height: 1.125rem; vertical-align: -.1875rem; margin-inline-end: .375rem; }
.languages ul { position: absolute; right: 0; z-index: 1; margin: 0; padding: .25rem; list-style: none;
  background: var(--surface); border: 1px solid var(--border); border-radius: .5rem; }
[dir="rtl"] .languages ul { right: auto; left: 0; }
.languages li a, .languages li button { display: block; width: 100%; min-height: 0; padding: .5rem .75rem; border: 0;
  background: none; color: var(--accent); font-weight: 400; text-align: start; }
.languages li button { text-decoration: underline; text-underline-offset: .2em; }
.languages li [aria-current] { font-weight: 600; color: var(--ink); }
@media (forced-colors: active) {
  button.primary, button.danger, .state, .days button[aria-current] { border: 2px solid; }
}
@media print {
  .languages, .actions, .after, .directions { display: none; }
  body { background: none; }
  section, article { border: 0; padding: 0; break-inside: avoid; }
}
`;

/** The source of the style for the content security policy. */
export const styleSource = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;
