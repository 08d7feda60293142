import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import { type DescribedRequest, describeRequests } from '#testing/described-requests.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { createOpenApiValidator } from '#testing/openapi-validator.ts';
import { addOnlineRequests, onlineRequestIn } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { jsonOf } from '#testing/schema-arbitrary.ts';
import { describeService } from '#testing/suite.ts';

/**
 * The rules that a schema cannot express: the suggestion in the error, and the words with which the description of the
 * operation states the rule.
 */
const rules: readonly (readonly [suggestion: RegExp, words: RegExp])[] = [
  [/^cursor: is not a cursor of this list/, /`nextCursor` of a page of the same query/],
  [
    /^(?:\w+|put\[\d+\]\.\w+|(?:from|to|client|pet)\.id): the (?:company|store) has no such /,
    /names no record of the company/,
  ],
  [
    /^(?:\w+|put\[\d+\]\.\w+): the (?:employee|appointment type) is inactive/,
    /an inactive one where it must be active/,
  ],
  [
    /(?:start|end): (?:the end )?must be after (?:the )?start$/,
    /`?end`?(?: of an entry)? is after `?(?:its `)?start|as in `start`, and after it/,
  ],
  [/end: must be at most \d+ days after the start$/, /by at most \d+ days/],
  [/: must be in the years 0001 to 9999 in UTC$/, /in the years 0001 to 9999, in UTC as well/],
  [/^roomId: the store of the appointment has no such room$/, /[Aa] room of the store of the appointment/],
  [/^pet: must be a new one for a new client$/, /A new client has a new pet/],
  [/^pet\.id: the pet belongs to another client$/, /a pet on file is alive and belongs to `client`/],
  [/: must have 1 to \d+ UTF-16 units/, /1 to \d+ UTF-16 units/],
  [/^times\[\d+\]\.end: must be after start$/, /Each `end` is after its `start`/],
  [/^times\[\d+\]\.start: must be later than the start before it$/, /each `start` later than the one before/],
  [/^name: another [\w ]+ has this name already$/, /Its name is unique in the (?:company|store)/],
  [/^timeZone: .* is not the name of a time zone/, /IANA time zone that the server knows/],
  [/^openingHours: .* must close after it opens$/, /`closes` is after `opens`/],
  [/^openingHours: the times of \w+ overlap/, /may touch, but not overlap/],
  [/^(?:dateOfBirth|deceasedOn): must not be in the future$/, /in the future: not after today/],
  [
    /^(?:deceasedOn: must not be before|dateOfBirth: must not be after) the date/,
    /`deceasedOn` is not before `dateOfBirth`/,
  ],
  [/^until: must not be before from$/, /`until` is not before `from`/],
  [/^latest: must be later than earliest/, /the duration fits between `earliest` and `latest`/],
  [/^website: must be the address of a web site$/, /that a browser can open/],
  [/^petId: the pet (?:has died|is inactive)$/, /The pet is alive, and pet and type are active/],
  [/^appointmentId: /, /The status booked needs the appointmentId/],
  [/^to\.id: must be another client$/, /`to` is another client than `from`/],
  [/^employeeId: name either an employee or a store$/, /an employee or a store, exactly one of them/],
  [/^expiresAt: must be in the future$/, /`expiresAt` is in the future/],
  [
    /^put\[\d+\]\.\w+: (?:a shift needs|a room needs|name a store, a room)/,
    /A shift needs a store and an employee; what is unavail/,
  ],
  [/^(?:put|remove)\[\d+\]\.id: must appear only once$/, /each id once/],
  [/^lines\[\d+\]\.dueFor: needs dueOn, and dueOn needs dueFor$/, /`dueOn` and `dueFor` together/],
  [/^lines\[\d+\]\.dueFor: must be the name of an active/, /a name in `dueFor` is that of an active visit type/],
];

const times = ['2026-03-03T09:00Z', '2026-03-03T09:30:00Z', '2026-03-03T12:00:00.000+01:00', '2026-03-04T00:00Z'];
/** Likely values for strings with these names, besides the ids of the practice. */
const usualValues: Readonly<Record<string, readonly string[]>> = {
  ...{ start: times, end: times.toReversed(), expiresAt: ['2999-01-01T00:00Z'], timeZone: ['Europe/Paris', 'UTC'] },
  ...{ opens: ['08:00'], closes: ['12:00', '24:00'], earliest: ['09:00'], latest: ['12:00'] },
  ...{
    dateOfBirth: ['2020-02-29'],
    deceasedOn: ['2025-12-31'],
    from: ['2026-03-02'],
    until: ['2026-03-31', '2026-03-31T00:00Z'],
  },
  ...{ website: ['https://elm.example'] },
  ...{ enumName: ['APPOINTMENT_STATUS'], cursor: ['null', ''] },
  'Idempotency-Key': Array.from({ length: 40 }, (_, nth) => `key-${nth}`),
};

/** Strings by name that refer to a practice and to the records that were created in it, by operation. */
function idsOf(
  { practice, requests }: OwnPractice & { requests: readonly string[] },
  created: Readonly<Record<string, readonly string[]>>,
) {
  const { companyId, stores, rooms, near, retiredVet, client, pet, visitType, retiredType } = practice;
  const [people, types] = [
    [near, retiredVet],
    [visitType, retiredType],
  ];
  const appointments = created['createAppointment'] ?? [];
  return {
    ...{ companyId: [companyId], storeId: stores, storeIds: stores, roomId: rooms.flat(), petId: [pet] },
    ...{ employeeId: people, clientId: [client], visitTypeId: types, appointmentId: appointments },
    ...{ 'id of companies': [companyId], 'id of stores': stores, 'id of rooms': rooms.flat(), 'id of pets': [pet] },
    ...{ 'id of employees': people, 'id of clients': [client], 'id of appointment-types': types },
    ...{
      'id of appointments': appointments,
      'id of client-answers': appointments,
      'id of waiting-list': created['createWaitingListEntry'] ?? [],
      'id of online-requests': requests,
    },
    expectedUpdatedAt: ['2026-01-05T08:00:00.000Z', ...(created['updatedAt'] ?? [])],
  };
}

describeService('requests that the description allows', (suite) => {
  async function send({ client }: OwnPractice, { method, target, query, headers, body }: DescribedRequest) {
    if (method === 'get' || method === 'delete') return client[method](target, query);
    const json = { 'Content-Type': 'application/json', ...headers };
    return method === 'post' ? client.post(target, body, json) : client.patch(target, body);
  }

  /** A practice with requests from the web site in each of its stores. */
  async function practiceWithRequests() {
    const own = await ownPractice(suite());
    const at = (days: number) => new Date(own.service.clock.now() + days * 86_400_000).toISOString();
    const open = { start: at(3), end: at(3.1), createdAt: at(0), updatedAt: '2026-01-05T08:00:00.000Z' };
    const added = [0, 1, 2, 3].map((nth) =>
      onlineRequestIn(own.practice, { ...open, storeId: own.practice.stores[nth % 2] ?? '' }),
    );
    await addOnlineRequests(own.database, added);
    return { ...own, requests: added.map(({ id }) => id) };
  }

  test('get a documented response, and are refused only for a rule that the description states', async () => {
    const { app } = suite().service;
    const description = jsonOf(await (await app.request('/openapi.json')).json());
    const validator = createOpenApiValidator(description);
    const bodies = new Map<string, ReturnType<typeof validator.body>>();

    for (let practice = 0; practice < rounds({ few: 1, many: 100 }); practice += 1) {
      const own = await practiceWithRequests();
      const created: Record<string, string[]> = {};
      const usual = (name: string) => {
        const known = (): readonly string[] => ({ ...usualValues, ...idsOf(own, created) })[name] ?? [];
        const hasSome = name in usualValues || name in idsOf(own, created);
        return hasSome ? fc.nat().map((nth) => known()[nth % known().length] ?? 'none') : undefined;
      };
      // A stream has no end.
      const operations = describeRequests(description, usual).filter(({ name }) => name !== 'listEvents');
      const byName = new Map(operations.map((operation) => [operation.name, operation]));
      const any = fc.oneof(...operations.map(({ requests }) => requests));
      const property = fc.asyncProperty(any, async (request) => {
        const { words = '', statuses } = byName.get(request.name) ?? {};
        const { name, method, path, body } = request;
        if (method === 'post' || method === 'patch') {
          const validate = bodies.get(name) ?? validator.body(path, method);
          bodies.set(name, validate);
          fc.pre(validate(body));
        }
        const answer = await send(own, request);
        expect(statuses).toContain(String(answer.status));
        expect(answer.status).not.toBe(500);
        const validate = validator.response(method, path, answer.status);
        expect(validate(answer.body), JSON.stringify([answer.body, validate.errors])).toBe(true);
        if (answer.status === 400) {
          const { suggestion } = serviceErrorSchema.parse(answer.body).data;
          const isSaid = rules.some(([refusal, rule]) => refusal.test(suggestion) && rule.test(words));
          expect([suggestion, isSaid]).toEqual([suggestion, true]);
        }
        const { updatedAt } = jsonOf(answer.body);
        if (typeof updatedAt === 'string') created['updatedAt'] = [updatedAt];
        if (answer.status === 200 && typeof answer.body === 'string')
          created[name] = [answer.body, ...(created[name] ?? [])].slice(0, 3);
      });
      await fc.assert(property, { numRuns: rounds({ few: 30, ci: 100, many: 200 }) });
    }
  });
});
