import { parseArgs } from 'node:util';
import { compareContenders } from './api/compare.ts';
import { benchmarkEmbedded } from './api/embedded.ts';
import { benchmarkGrowth } from './api/growth.ts';

const usage = `npm run bench -- api [options]
  --appointments N   size of the practice that is measured (default 1000000)
  --peers            also measure Express, Prisma and Directus; installs them into bench/peers first if they are missing
  --growth           day windows at 100,000 and 1,000,000 appointments
  --growth-10m       … and at 10,000,000 (takes long)
  --embedded         the embedded database at 200,000 appointments
Without any of the last four, the comparison with the bare driver alone.
`;

/** `npm run bench -- api`: the practice API beside its floor and its peers, as ratios of one run. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      appointments: { type: 'string', default: '1000000' },
      peers: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      'growth-10m': { type: 'boolean', default: false },
      embedded: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(usage);
  if (values.embedded) await benchmarkEmbedded();
  if (values.growth || values['growth-10m'])
    await benchmarkGrowth([100_000, 1_000_000, ...(values['growth-10m'] ? [10_000_000] : [])]);
  if (values.peers || !(values.embedded || values.growth || values['growth-10m'])) {
    await compareContenders({ appointments: Number(values.appointments), peers: values.peers });
  }
}
