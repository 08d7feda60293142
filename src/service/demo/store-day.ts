import { weekdayOf } from '#contract/availability-rules.ts';
import type { RoomKind, StorePlan } from './demo-companies.ts';
import { minuteOf } from './local-clock.ts';
import type { Random } from './random.ts';
import type { StoreRota } from './rota.ts';

/** A visit as it is laid out on a day, before an animal and a status are chosen. Minutes count from local midnight. */
export interface Visit {
  readonly type: string;
  readonly startMinute: number;
  /** Past 1440 when the visit ends on a later day. */
  readonly endMinute: number;
  /** Position among the store's rooms, null for none. */
  readonly room: number | null;
  readonly location: string | null;
  /** Position among the company's employees, the main one first. */
  readonly staff: readonly number[];
  readonly note: string | null;
}

/** Which visits a room has, and when. */
interface VisitMix {
  readonly visits: readonly (readonly [type: string, weight: number, minutes: number])[];
  /** From which to which minute after opening the room is used; null for until closing. */
  readonly from: number;
  readonly until: number | null;
  /** How often there is a gap between two visits, from 0 to 1. */
  readonly gaps: number;
}

const consultMix: VisitMix = {
  visits: [
    ['consult', 6, 30],
    ['vaccine', 3, 15],
    ['health', 4, 30],
    ['nails', 1, 15],
    ['xray', 0.7, 45],
    ['goodbye', 0.4, 60],
    ['consult', 1.6, 45],
  ],
  from: 0,
  until: null,
  gaps: 0.95,
};

const nurseMix: VisitMix = {
  visits: [
    ['nails', 3, 15],
    ['vaccine', 3, 15],
    ['groom', 1, 45],
  ],
  from: 0,
  until: null,
  gaps: 1,
};

/** When operations are over and the vet is back in the consultation room, in minutes after opening. */
const AFTERNOON = 345;

const mixes: Record<RoomKind, readonly VisitMix[]> = {
  consult: [consultMix],
  afternoon: [
    { ...nurseMix, until: AFTERNOON },
    { ...consultMix, from: AFTERNOON },
  ],
  nurse: [nurseMix],
  surgery: [
    {
      visits: [
        ['surgery', 3, 120],
        ['surgery', 1, 90],
        ['dental', 3, 60],
      ],
      from: 30,
      until: AFTERNOON,
      gaps: 0.4,
    },
    { visits: [['xray', 1, 45]], from: AFTERNOON + 60, until: 540, gaps: 1 },
  ],
  grooming: [
    {
      visits: [
        ['groom', 4, 60],
        ['groom', 1, 45],
        ['nails', 2, 15],
      ],
      from: 0,
      until: null,
      gaps: 0.9,
    },
  ],
  // Free again from half past ten at the latest, when the last overnight guests have gone; see overnightStay.
  ward: [{ visits: [['hospital', 1, 240]], from: 150, until: 570, gaps: 0.8 }],
};

/** The shortest visit, in minutes. */
const MIN_VISIT_MINUTES = 15;
const EVENING = 18 * 60;
const DAY = 24 * 60;
/** What is as long or goes across midnight is a stay. */
const STAY = 6 * 60;

/** From which to which minute a store is open on a day. */
function openMinutes(store: StorePlan, day: number): readonly (readonly [opens: number, closes: number])[] {
  return store.openingHours
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .map(({ opens, closes }) => [minuteOf(opens), minuteOf(closes)]);
}

/** How likely a gap is at a minute: mornings and late afternoons are full, the hours around noon and the ends of the day are not. */
function gapAt(minute: number, gaps: number): number {
  if (minute >= 12 * 60 && minute < 13.5 * 60) return Math.min(1, gaps * 1.7);
  return minute < 8.5 * 60 || minute >= 17 * 60 ? gaps : gaps * 0.85;
}

function staffFor(type: string, room: StorePlan['rooms'][number], store: StorePlan, random: Random): number[] {
  const { vets, nurses, groomer } = store;
  if (type === 'groom') return [groomer ?? random.pick(nurses)];
  if (type === 'nails' || type === 'hospital' || room.kind === 'nurse') return [random.pick(nurses)];
  if (random.chance(0.06)) return [];
  const main = room.vet === undefined || random.chance(0.1) ? random.pick(vets) : room.vet;
  const assistant = type === 'surgery' || type === 'dental' || random.chance(0.07) ? random.pick(nurses) : main;
  return assistant === main ? [main] : [main, assistant];
}

function* roomVisits(store: StorePlan, index: number, spans: ReturnType<typeof openMinutes>, random: Random) {
  const room = store.rooms[index];
  if (room === undefined) return;
  for (const [opens, closes] of spans) {
    for (const mix of mixes[room.kind]) {
      const until = Math.min(closes, mix.until === null ? closes : opens + mix.until);
      let minute = opens + mix.from;
      while (minute + MIN_VISIT_MINUTES <= until) {
        if (random.chance(gapAt(minute, mix.gaps))) minute += random.pick([15, 30, 30, 45]);
        const [type, length] = random.weighted(
          mix.visits.map(([name, weight, minutes]) => [[name, minutes] as const, weight] as const),
        );
        const endMinute = minute + length;
        if (endMinute > until) break;
        const placed = random.chance(0.96) ? index : null;
        yield visit(type, minute, endMinute, placed, staffFor(type, room, store, random));
        minute = endMinute;
      }
    }
  }
}

function visit(
  type: string,
  startMinute: number,
  endMinute: number,
  room: number | null,
  staff: readonly number[],
  extra: { location?: string; note?: string } = {},
): Visit {
  return { type, startMinute, endMinute, room, staff, location: extra.location ?? null, note: extra.note ?? null };
}

/** The visits that need no room: day care, home visits, the puppy class in the yard, and those squeezed in between others. */
function* visitsWithoutRoom(store: StorePlan, spans: ReturnType<typeof openMinutes>, weekday: number, random: Random) {
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return;
  const [opens] = first;
  const [, closes] = last;
  if (store.keepsOvernight && weekday <= 5) {
    for (let guest = random.integer(1, 2); guest > 0; guest -= 1) {
      const start = opens + random.pick([0, 15, 30]);
      yield visit('daycare', start, start + 480, null, [random.pick(store.nurses)], { location: 'Day-care run' });
    }
  }
  if (weekday <= 5 && store.trainer !== null && weekday % 2 === 0) {
    for (let puppy = random.integer(3, 4); puppy > 0; puppy -= 1) {
      yield visit('class', closes - 60, closes, null, [store.trainer], { location: 'Yard' });
    }
  }
  if (weekday <= 5 && spans.length === 1 && random.chance(0.5)) {
    const start = 13 * 60 + random.pick([0, 15, 30]);
    yield visit('home', start, start + 60, null, [random.pick(store.vets)], { location: 'At the client’s home' });
  }
  for (let squeezed = weekday <= 5 ? random.integer(1, 2) : 0; squeezed > 0; squeezed -= 1) {
    const start = opens + 15 * random.integer(4, 10);
    const vet = random.pick(store.vets);
    yield visit('vaccine', start, start + 15, null, [vet], { note: 'Squeezed in between two others.' });
  }
}

/** One guest in the ward for the night, gone by half past ten, and now and then one in a kennel who stays for days. */
function* overnightStays(store: StorePlan, weekday: number, random: Random) {
  const ward = store.rooms.findIndex((room) => room.kind === 'ward');
  const nurse = random.pick(store.nurses);
  const closesEarly = weekday >= 6;
  const start = closesEarly ? 13 * 60 : EVENING;
  const nights = weekday === 6 ? 2 : 1;
  const type = random.chance(0.3) ? 'hospital' : 'overnight';
  if (weekday <= 6) {
    yield visit(type, start, nights * 1440 + random.pick([480, 540, 600, 630]), ward, [nurse], {
      location: 'Ward, kennel 1',
    });
  }
  if (weekday <= 5 && random.chance(0.35)) {
    const end = random.integer(2, 3) * 1440 + random.pick([600, 660, 960]);
    yield visit('overnight', EVENING - 60, end, null, [nurse], { location: `Kennel ${random.integer(2, 6)}` });
  }
}

/** A few over a Sunday, and on other days seldom one late in the evening. */
function* emergencies(store: StorePlan, weekday: number, random: Random) {
  const note = 'Came through the emergency line.';
  if (weekday === 7) {
    for (let hour = random.integer(10, 12); hour < 17; hour += random.integer(2, 4)) {
      yield visit('emergency', hour * 60, hour * 60 + 30, 0, [random.pick(store.vets)], { note });
    }
  } else if (random.chance(0.08)) {
    yield visit('emergency', 21.5 * 60, 22 * 60, 0, [random.pick(store.vets)], { note });
  }
}

/** Visits that are there without anybody of their own, where nobody is on duty for all of their time. */
const attendedByAll = new Set(['daycare', 'hospital', 'overnight']);

/**
 * The visits that the rota allows, in the same places of the list (undefined for one that it does not), each with somebody who is on
 * duty and has no other then; now and then with a vet who has one, as in life.
 */
function staffed(visits: readonly Visit[], store: StorePlan, rota: StoreRota, random: Random): (Visit | undefined)[] {
  const { vets, nurses } = store;
  const busyUntil = new Map<number, number>();
  const isFree = (employee: number, { startMinute }: Visit) => (busyUntil.get(employee) ?? -DAY) <= startMinute;
  const attend = (visit: Visit): Visit | undefined => {
    const { type, room, startMinute, endMinute, staff } = visit;
    // What stays for long needs somebody who takes it in and somebody who hands it over.
    const parts =
      endMinute > DAY || endMinute - startMinute >= STAY
        ? ([
            [startMinute, startMinute + 1],
            [endMinute - 1, endMinute],
          ] as const)
        : ([[startMinute, endMinute]] as const);
    if (parts.some(([from, until]) => rota.isBlocked(room, from, until))) return undefined;
    const isThere = (employee: number) => parts.every(([from, until]) => rota.isThere(employee, from, until));
    const [main, assistant] = staff;
    if (main === undefined) return vets.some(isThere) || attendedByAll.has(type) ? visit : undefined;
    const isVets = vets.includes(main);
    const others = isVets ? vets : attendedByAll.has(type) ? nurses : [...nurses, ...vets];
    const chosen =
      isThere(main) && (!isVets || isFree(main, visit) || random.chance(0.1))
        ? main
        : others.find((employee) => isThere(employee) && isFree(employee, visit));
    if (chosen === undefined) return attendedByAll.has(type) ? { ...visit, staff: [] } : undefined;
    if (parts.length === 1) busyUntil.set(chosen, Math.max(busyUntil.get(chosen) ?? 0, endMinute));
    const assists = assistant !== undefined && assistant !== chosen && isThere(assistant);
    return { ...visit, staff: assists ? [chosen, assistant] : [chosen] };
  };
  const attended = new Map(
    visits
      .toSorted((one, other) => one.startMinute - other.startMinute)
      .map((visit) => [visit, attend(visit)] as const),
  );
  return visits.map((visit) => attended.get(visit));
}

/**
 * Lays out the visits of one store on one day (its number, see `dayNumberOf`): rooms are filled from opening to closing with what fits
 * them and never hold two visits at once, with those who are on duty, few vets are booked twice, Sundays have emergencies only.
 * What the rota leaves no time or nobody for is undefined, so that the others keep their places.
 */
export function visitsOfDay(store: StorePlan, day: number, rota: StoreRota, random: Random): (Visit | undefined)[] {
  return staffed([...visitsWithAnyVet(store, day, random)], store, rota, random);
}

function* visitsWithAnyVet(store: StorePlan, day: number, random: Random): Generator<Visit> {
  const weekday = weekdayOf(day);
  const spans = openMinutes(store, day);
  for (const index of store.rooms.keys()) yield* roomVisits(store, index, spans, random);
  yield* visitsWithoutRoom(store, spans, weekday, random);
  if (store.keepsOvernight) {
    yield* overnightStays(store, weekday, random);
    yield* emergencies(store, weekday, random);
  }
}

/** Two emergencies in the first room, with whoever is on duty then: one ends exactly at the day's midnight, one begins at it. */
export function visitsAroundMidnight(store: StorePlan, rota: StoreRota): Visit[] {
  const vet = store.vets.filter((employee) => rota.isThere(employee, -30, 30));
  return [
    visit('emergency', -30, 0, 0, vet, { note: 'Swallowed a sock; collected at midnight.' }),
    visit('emergency', 0, 30, 0, vet, { note: 'Phoned ahead, came straight from the highway.' }),
  ];
}
