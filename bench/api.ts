import { parseArgs } from 'node:util';
import { compareContenders } from './api/compare.ts';

const usage = `npm run bench -- api [options]
  --appointments N   size of the practice that is measured (default 1000000)
  --peers            also measure Express and Directus; installs them into bench/peers first if they are missing
`;

/** `npm run bench -- api`: the practice API beside its floor and its peers, as ratios of one run. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      appointments: { type: 'string', default: '1000000' },
      peers: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(usage);
  await compareContenders({ appointments: Number(values.appointments), peers: values.peers });
}
