import { processorMs, type StartedProcess } from '../api/processes.ts';

/** The processes of each part. */
export interface Parts {
  readonly services: readonly StartedProcess[];
  readonly gateways: readonly StartedProcess[];
  readonly database: number;
}

/** Processor time in milliseconds: the total of all processes of each part. */
export interface Used {
  readonly service: number;
  readonly gateway: number;
  readonly database: number;
}

function usedBy({ services, gateways, database }: Parts): Used {
  const sum = (processes: readonly StartedProcess[]) =>
    processes.reduce((total, { pid }) => total + processorMs(pid), 0);
  return { service: sum(services), gateway: sum(gateways), database: processorMs(database) };
}

export const mapUsed = (how: (part: keyof Used) => number): Used => ({
  service: how('service'),
  gateway: how('gateway'),
  database: how('database'),
});

/** Starts counting; the returned function returns the usage since. */
export function countUsed(parts: Parts): () => Used {
  const before = usedBy(parts);
  return () => {
    const now = usedBy(parts);
    return mapUsed((part) => now[part] - before[part]);
  };
}
