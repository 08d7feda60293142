// Run by a test in a separate process: sends the messages that are due in the database of a data folder at a moment, and
// prints `done`, unless it is killed before. Arguments: the data folder, the value of SMTP_URL, and the epoch milliseconds.
import { pino } from 'pino';
import { closeSource, loadSource } from './source-modules.js';

const [dataDir = '', url = '', now = ''] = process.argv.slice(2);
const { openEmbeddedDatabase } = await loadSource('/src/service/db/database.ts');
const { createEmailTransport } = await loadSource('/src/service/sending/email.ts');
const { createSender } = await loadSource('/src/service/sending/sender.ts');
const logger = pino({ level: 'silent' });
const database = await openEmbeddedDatabase({ dataDir });
const from = { name: 'Tom & Jerry Vets', address: 'desk@vets.example' };
const channels = { email: createEmailTransport({ url, from, logger }), sms: null };
await createSender({ database, channels, publicUrl: null, logger, clock: () => Number(now) }).run();
await database.close();
process.stdout.write('done\n');
await closeSource();
