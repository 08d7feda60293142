// Run by a test in a separate process: sends the form of a booking page, or its code, in the database of a data folder, and
// kills itself right before the first statement that contains a text; `commit` and `committed` stand for the moments before
// and after the commit. Arguments: the data folder, that text, and as JSON the slug, the moment in epoch milliseconds, the
// form for `saveForm`, and the code for `proveForm`, or null.
import { closeSource, loadSource } from './source-modules.js';

const [dataDir = '', killedAt = '', input = ''] = process.argv.slice(2);
const { slug, now, form, code } = JSON.parse(input);
const { openEmbeddedDatabase } = await loadSource('/src/service/db/database.ts');
const { readBookingPage } = await loadSource('/src/service/db/online-booking/booking-page.ts');
const { proveForm, saveForm } = await loadSource('/src/service/db/online-booking/booking-forms.ts');

/** @param {string} text */
function step(text) {
  if (killedAt !== '' && text.includes(killedAt)) process.kill(process.pid, 'SIGKILL');
}

/**
 * @template {object} Driver
 * @param {Driver} driver
 * @returns {Driver}
 */
const killing = (driver) =>
  new Proxy(driver, {
    get(target, name) {
      /** @type {unknown} */
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'unsafe')
        return (/** @type {unknown[]} */ ...sent) => {
          step(String(sent[0]));
          return Reflect.apply(member, target, sent);
        };
      if (name !== 'begin') return member;
      return async (/** @type {(transaction: object) => unknown} */ work) => {
        const inside = async (/** @type {object} */ transaction) => {
          const worked = await work(killing(transaction));
          step('commit');
          return worked;
        };
        const result = await Reflect.apply(member, target, [inside]);
        step('committed');
        return result;
      };
    },
  });

const opened = await openEmbeddedDatabase({ dataDir });
const page = await readBookingPage(opened, slug, now);
const database = { ...opened, sql: killing(opened.sql) };
const outcome =
  code === null
    ? await saveForm(database, page, form, () => now)
    : await proveForm(database, page, { token: form.token, code }, () => now);
await opened.close();
process.stdout.write(`${JSON.stringify(outcome)}\n`);
await closeSource();
