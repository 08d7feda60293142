import { parseJson } from '#gateway/upstream/practice-api.ts';
import type { ProbeResult, SendProbe } from './probe.ts';

/** A request that was sent. `status` and `ms` are null if there was no response. */
export interface SentRequest {
  readonly request: string;
  readonly withKey: boolean;
  readonly status: number | null;
  readonly ms: number | null;
}

export interface ReportedProblem {
  readonly request: string;
  readonly problem: string;
}

type ReadResult = { readonly request: string; readonly answer: ProbeResult; readonly body: unknown };

/** Creates functions that send reads, and that record the reads and the problems with their responses. */
export function createReadProbe(ask: SendProbe) {
  const sent: SentRequest[] = [];
  const problems: ReportedProblem[] = [];
  const report = (request: string, problem: string) => void problems.push({ request, problem });

  /** Sends a read without judging its response. `body` is the parsed JSON; undefined if it is not JSON. */
  async function send(target: string, key: string | null): Promise<ReadResult> {
    const answer = await ask(target, key);
    const request = `GET ${target.split('?')[0]}`;
    const withKey = key !== null;
    if (answer.failure !== undefined) {
      sent.push({ request, withKey, status: null, ms: null });
      return { request, answer, body: undefined };
    }
    sent.push({ request, withKey, status: answer.status, ms: answer.ms });
    return { request, answer, body: parseJson(answer.body) };
  }

  return {
    sent,
    problems,
    report,
    send,
    /** Sends a read whose response must be 200 with JSON, and reports the problem with the response if there is one. */
    async read(target: string, key: string): Promise<ReadResult> {
      const found = await send(target, key);
      const problem = responseProblem(found, key);
      if (problem === null) return found;
      report(found.request, problem);
      return { ...found, body: undefined };
    },
  };
}

export type ReadProbe = ReturnType<typeof createReadProbe>;

/** The problem with a response that must be 200 with JSON; null if it has none. */
export function responseProblem({ answer, body }: Omit<ReadResult, 'request'>, key: string | null): string | null {
  if (answer.failure !== undefined) return answer.failure;
  const { status, header } = answer;
  if (status !== 200) return statusProblem(status, header);
  const type = header('content-type') ?? '';
  if (body === undefined) return `200 with ${type === '' ? 'a body' : type} that isn't JSON`;
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    return `JSON as ${type || 'no content type'}, not application/json`;
  if (key !== null && Buffer.from(answer.body).includes(key)) return 'the response contains the API key';
  return null;
}

/** Explains the status of a response. */
export function statusProblem(status: number, header: (name: string) => string | null): string {
  const wait = header('retry-after');
  if (status === 401) return '401: the key is not accepted';
  if (status === 403) return "403: the key's employee may not read this";
  if (status === 404) return '404: there is nothing at this path, which the specification has';
  if (status === 429)
    return `429: too many requests${wait === null ? ', without Retry-After' : `; Retry-After: ${wait}`}`;
  if (status >= 500) return `${status}: the practice API reports an error of its own`;
  if (status >= 300 && status < 400) {
    return `${status}: a redirect to ${header('location') ?? 'nowhere'}, which is not followed`;
  }
  return `${status} instead of 200`;
}
