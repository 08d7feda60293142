import type * as z from 'zod/mini';
import { occupies } from '#contract/appointment-rules.ts';
import { toUtcDateTime } from '#contract/date-time.ts';
import type { Device, devicesSchema } from '#contract/desk-devices.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { permissions as allPermissions, permissionSets } from '#contract/permissions.ts';
import { type ExportPage, exportColumns, practiceExportQuerySchema } from '#contract/practice-export.ts';
import { importRecordsSchema } from '#contract/practice-import.ts';
import {
  changeCompanySchema,
  issueKeySchema,
  type Key,
  type ManagedEmployee,
  managementBodySchemas,
  type PracticeChange,
  resolveIsMessaged,
} from '#contract/practice-management.ts';
import { fullName, nameKey } from '#contract/practice-setup.ts';
import { createImportInMemory, NameTaken, type PracticePart, type Values } from './import-in-memory.ts';
import type { ReceivedRequest } from './network-in-memory.ts';
import { allCapabilities, createOnce, errorResponse, pageOf, sortProperties } from './practice-extensions.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from './practice-in-memory.ts';

/** The rows on a page of an export. */
const EXPORTED_ROWS = 20;

/** The key of the signed-in manager. */
export const MY_KEY = 'fd_mine';

/** A practice in memory that also manages its own settings, with the rules of our own service. */
export interface ManagedPractice extends PracticeInMemory {
  readonly keys: Key[];
  /** The browsers in which employees have a PIN. */
  readonly devices: (Device & { employeeId: string })[];
  /** Newest first. */
  readonly history: PracticeChange[];
  /** The permissions of an employee. */
  may(employeeId: string): readonly string[];
  /** Requires the manager's key again before the next change of keys and rights. */
  letTimePass(): void;
}

interface Named {
  id: string;
  name: string;
}

/** A canonical form: values that differ only in the order of lists are equal. */
function canonical(value: unknown): string {
  return Array.isArray(value)
    ? JSON.stringify(value.map(canonical).sort())
    : JSON.stringify(value ?? null, sortProperties);
}

/** The history's changes for a new record, without null values. */
const creationOf = (values: Values) =>
  Object.entries(values)
    .filter(([field, value]) => field !== 'companyId' && value !== null && value !== undefined)
    .map(([field, to]) => ({ field, from: null, to }));
/** The history's changes for a removed record. */
const removalOf = (values: Values) => creationOf(values).map(({ field, to }) => ({ field, from: to, to: null }));

/** Adds and changes records of a kind; `byRequest` does so from the body of a request. */
function part<New extends Values, Change extends Values>(
  bodies: { create: { parse(body: unknown): New }; change: { parse(body: unknown): Change } },
  work: { create(values: New): string; change(id: string, values: Change): unknown },
): PracticePart {
  return {
    ...(work as PracticePart),
    byRequest: {
      create: (body) => work.create(bodies.create.parse(body)),
      change: (id, body) => work.change(id, bodies.change.parse(body)),
    },
  };
}

/** Creates a practice in which the manager is signed in ({@link letManage}). */
export function createManagedPractice(options: { appointments?: number; today?: string } = {}): ManagedPractice {
  return letManage(createPracticeInMemory({ ...options, hasExtensions: true }));
}

/** Signs the manager Ada Okafor in to a practice with all extensions of the specification; the others may only book. */
export function letManage(practice: PracticeInMemory): ManagedPractice {
  const { company, employees, types, appointments, plan, session } = practice;
  const me = idOf(6, 1);
  Object.assign(session, {
    ...{ access: 'sign_in', person: 'ada', name: 'Ada Okafor' },
    capabilities: { ...allCapabilities },
  });
  const permissions = new Map<string, ManagedEmployee['permissions']>(
    employees.map(({ id }) => [id, [...permissionSets[id === me ? 'manage' : 'book']]]),
  );
  const keys: Key[] = [];
  const devices: ManagedPractice['devices'] = [];
  const history: PracticeChange[] = [];
  const issued = new Set<string>();
  const once = createOnce();
  let isFresh = true;

  const mayOf = (id: string): ManagedEmployee['permissions'] => permissions.get(id) ?? [];
  const managed = (id: string): ManagedEmployee => ({ ...find(employees, id), permissions: mayOf(id) });
  const storeIds = () => company.stores.map(({ id }) => id);

  function find<Item extends { id: string }>(items: readonly Item[], id: string, field = 'id'): Item {
    const found = items.find((item) => item.id === id);
    if (!found) throw new ServiceError('not_found', `${field}: there is none`);
    return found;
  }

  function note(
    kind: PracticeChange['kind'],
    action: PracticeChange['action'],
    { id: recordId, name }: Named,
    changes: PracticeChange['changes'],
  ): void {
    const at = new Date(Math.max(Date.now(), Date.parse(history[0]?.at ?? '') + 1 || 0)).toISOString();
    history.unshift({ id: crypto.randomUUID(), at, employeeId: me, kind, recordId, name, action, changes });
  }

  function freeName(name: unknown, others: readonly Named[], id = ''): void {
    const isTaken = others.some((other) => other.id !== id && nameKey(other.name) === nameKey(String(name)));
    if (name !== undefined && isTaken) throw new NameTaken('invalid_input', 'name: there is one of this name already');
  }

  /** Adds a record with the values, and returns its id. */
  function add<Item extends { id: string }>(
    kind: PracticeChange['kind'],
    list: Item[],
    { record, values, name }: { record: Omit<Item, 'id'>; values: Values; name: string },
  ): string {
    const id = crypto.randomUUID();
    list.push({ ...record, id } as Item);
    note(kind, 'created', { id, name }, creationOf(values));
    return id;
  }

  /** Applies the actual changes and returns them; `before` has the current values. */
  function change(kind: PracticeChange['kind'], record: Named, before: object, values: Values): Values {
    const changes = Object.entries(values)
      .filter(([field]) => field !== 'companyId')
      .map(([field, to]) => ({ field, from: Reflect.get(before, field), to }))
      .filter(({ from, to }) => to !== undefined && canonical(from) !== canonical(to));
    if (changes.length > 0) note(kind, 'changed', record, changes);
    return Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  }

  function needsKey(): void {
    if (!isFresh) throw new ServiceError('confirm_key', 'type your key again');
  }

  const named = (employee: { id: string; firstName: string; lastName: string }) => ({
    id: employee.id,
    name: fullName(employee),
  });
  const inOrder = (given: readonly string[]) => allPermissions.filter((one) => given.includes(one));

  /** The parts of the practice by list: how each is added and changed; `change` returns the result. */
  const parts = {
    stores: part(managementBodySchemas.store, {
      create(store) {
        freeName(store.name, company.stores);
        const everywhere = employees.filter((one) => storeIds().every((id) => one.storeIds.includes(id)));
        const { phone = null, email = null, address = null, website = null } = store;
        const record = { ...store, phone, email, address, website, rooms: [] };
        const id = add('store', company.stores, { record, values: store, name: store.name });
        for (const one of new Set([...everywhere, find(employees, me)])) one.storeIds = [...one.storeIds, id];
        return id;
      },
      change(id, values) {
        const store = find(company.stores, id);
        freeName(values.name, company.stores, id);
        return Object.assign(store, change('store', store, store, values));
      },
    }),
    rooms: part(managementBodySchemas.room, {
      create({ storeId, name, ...room }) {
        const { rooms } = find(company.stores, storeId, 'storeId');
        freeName(name, rooms);
        const categories = [...new Set(room.categories ?? [])];
        return add('room', rooms, { record: { name, categories }, values: { storeId, name, categories }, name });
      },
      change(id, values) {
        const { room, rooms, position } = placeOf(id);
        freeName(values.name, rooms, id);
        const { position: to = position, ...changed } = change(
          'room',
          room,
          { ...room, position },
          {
            ...{ name: values.name, categories: values.categories === null ? [] : values.categories },
            position: values.position === undefined ? undefined : Math.min(values.position, rooms.length - 1),
          },
        );
        Object.assign(room, changed);
        rooms.splice(position, 1);
        rooms.splice(Number(to), 0, room);
        return room;
      },
    }),
    'appointment-types': part(managementBodySchemas.appointmentType, {
      create(type) {
        freeName(type.name, types);
        const { preparation = null, recallMonths = null } = type;
        const values = { ...type, preparation, recallMonths, isMessaged: resolveIsMessaged(type, null) };
        // The history does not record the defaults of a new type.
        const record = { ...values, isMessaged: values.isMessaged ?? true, isActive: true };
        return add('appointment_type', types, { record, values, name: type.name });
      },
      change(id, values) {
        const type = find(types, id);
        freeName(values.name, types, id);
        const changed = { ...values, isMessaged: resolveIsMessaged(values, type) };
        return Object.assign(type, change('appointment_type', type, type, changed));
      },
    }),
    employees: part(managementBodySchemas.employee, {
      create({ permissions: given, ...employee }) {
        needsKey();
        for (const id of employee.storeIds) find(company.stores, id, 'storeIds');
        const held = inOrder(given);
        const values = { ...employee, permissions: held };
        // Only an import adds inactive people.
        const record = { isActive: true, ...employee };
        const id = add('employee', employees, { record, values, name: fullName(employee) });
        permissions.set(id, held);
        return id;
      },
      change: changeEmployee,
    }),
  };
  const partOf = (list: string) => (Object.hasOwn(parts, list) ? parts[list as keyof typeof parts] : undefined);

  function placeOf(id: string) {
    const store = company.stores.find(({ rooms }) => rooms.some((room) => room.id === id));
    const rooms = store?.rooms ?? [];
    const room = find(rooms, id);
    return { store, rooms, room, position: rooms.indexOf(room) };
  }

  function changeEmployee(id: string, values: z.output<typeof managementBodySchemas.employee.change>): ManagedEmployee {
    const employee = find(employees, id);
    if (values.permissions ?? values.storeIds ?? values.isActive !== undefined) needsKey();
    for (const store of values.storeIds ?? []) find(company.stores, store, 'storeIds');
    const before = managed(id);
    const after = { ...before, ...(values as Partial<ManagedEmployee>) };
    const others = employees.filter((one) => one !== employee).map((other) => managed(other.id));
    if (![after, ...others].some((one) => one.isActive && one.permissions.includes('practice.write')))
      throw new ServiceError('last_manager', 'let someone else manage it first');
    const { permissions: held, ...changed } = change('employee', named(employee), before, {
      ...values,
      storeIds: values.storeIds && [...new Set(values.storeIds)],
      permissions: values.permissions && inOrder(values.permissions),
    });
    Object.assign(employee, changed);
    if (held !== undefined) permissions.set(id, inOrder(after.permissions));
    if (changed['isActive'] !== undefined) {
      for (const key of keys) if (key.employeeId === id) key.revokedAt ??= new Date().toISOString();
      if (!employee.isActive) plan.endDuty(id);
    }
    return managed(id);
  }

  function issueKey(employeeId: string, body: unknown, headers: Headers) {
    const attempt = headers.get(idempotencyKeyHeader);
    if (attempt !== null && issued.has(attempt)) throw new ServiceError('already_issued', 'it is not kept');
    needsKey();
    const employee = find(employees, employeeId);
    if (!employee.isActive) throw invalidInput('id', 'the employee is inactive');
    const { access, ...values } = issueKeySchema.parse(body);
    const expiresAt = values.expiresAt ? toUtcDateTime(values.expiresAt) : null;
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
      throw invalidInput('expiresAt', 'must be in the future');
    if (attempt !== null) issued.add(attempt);
    const id = crypto.randomUUID();
    keys.unshift({ id, employeeId, access, createdAt: new Date().toISOString(), expiresAt, revokedAt: null });
    note('key', 'created', { ...named(employee), id }, creationOf({ employeeId, access, expiresAt }));
    return { id, key: `fd_${id.replaceAll('-', '')}_secret` };
  }

  function revokeKey(id: string): true {
    needsKey();
    const key = find(keys, id);
    const { employeeId, access, expiresAt, revokedAt } = key;
    if (revokedAt !== null) return true;
    key.revokedAt = new Date().toISOString();
    note('key', 'removed', { ...named(find(employees, employeeId)), id }, removalOf({ employeeId, access, expiresAt }));
    return true;
  }

  function deleteRoom(id: string): true {
    const { store, rooms, room, position } = placeOf(id);
    const isNeeded = appointments.some(
      (appointment) => appointment.roomId === id && Date.parse(appointment.end) > Date.now() && occupies(appointment),
    );
    if (isNeeded) throw new ServiceError('in_use', 'it has visits to come');
    rooms.splice(position, 1);
    for (const entry of practice.plan.entries.values()) if (entry.roomId === id) practice.plan.entries.delete(entry.id);
    const { name, categories } = room;
    note('room', 'removed', room, removalOf({ storeId: store?.id, name, categories, position }));
    return true;
  }

  /** A page of the ids of records; the other cells are empty. */
  function exportPage({ file, cursor }: z.infer<typeof practiceExportQuerySchema>): ExportPage {
    const { clients, pets } = practice;
    const all = { appointments, pets, clients, people: employees }[file].map(({ id }) => id).sort();
    const from = Number(cursor ?? 0);
    const next = from + EXPORTED_ROWS;
    return {
      rows: all.slice(from, next).map((id) => exportColumns[file].map((_, nth) => (nth === 0 ? id : ''))),
      nextCursor: next < all.length ? String(next) : null,
      total: cursor === null ? all.length : null,
    };
  }

  const importRecords = createImportInMemory(practice, {
    parts,
    mine: me,
  });

  function respond(request: ReceivedRequest): unknown {
    const { name, query, body, headers } = request;
    const [, method, list = '', id = '', sub] = /^(\w+) \/v1\/([\w-]+)(?:\/([^/]+))?(?:\/(keys))?$/.exec(name) ?? [];
    if (name === 'GET /v1/practice/export') {
      needsKey();
      return exportPage(practiceExportQuerySchema.parse(Object.fromEntries(query)));
    }
    if (name === 'GET /v1/practice/history') return pageOf(history, query);
    if (name === 'POST /v1/practice/import') {
      const records = importRecordsSchema.parse(body);
      if (!records.dryRun && records.lines.some(({ kind }) => kind === 'employee')) needsKey();
      return importRecords(records);
    }
    if (name === 'POST /desk/session/confirm') {
      if (body?.['apiKey'] !== MY_KEY) throw new ServiceError('authorization_required', 'not this key');
      isFresh = true;
      return session;
    }
    if (name === 'GET /desk/devices') {
      const { id: employeeId } = find(employees, query.get('employeeId') ?? '');
      const own = devices.filter((device) => device.employeeId === employeeId);
      return { devices: own.map(({ employeeId: _, ...device }) => device) } satisfies z.infer<typeof devicesSchema>;
    }
    const [, device] = /^DELETE \/desk\/devices\/(.+)$/.exec(name) ?? [];
    if (device !== undefined) {
      needsKey();
      const index = devices.findIndex(({ id: one }) => one === device);
      if (index >= 0) devices.splice(index, 1);
      return {};
    }
    if (sub === 'keys') {
      if (method === 'POST') return issueKey(id, body, headers);
      const { id: employeeId } = find(employees, id);
      const own = keys.filter((key) => key.employeeId === employeeId);
      return pageOf(own, query);
    }
    switch (`${method} ${list}`) {
      case 'PATCH companies':
        if (id !== company.id) throw new ServiceError('not_found', 'id: there is no such company');
        return Object.assign(company, change('company', { ...company }, company, changeCompanySchema.parse(body)));
      case 'GET employees':
        return managed(id);
      case 'DELETE rooms':
        return deleteRoom(id);
      case 'DELETE keys':
        return revokeKey(id);
      default: {
        const part = partOf(list);
        if (part === undefined || (method === 'POST') !== (id === '')) return undefined;
        if (method === 'POST') return once(request, () => part.byRequest.create(body));
        return method === 'PATCH' ? part.byRequest.change(id, body) : undefined;
      }
    }
  }

  practice.further.permissionsOf = mayOf;
  practice.further.answer = (request) => {
    try {
      const answer = respond(request);
      return answer === undefined ? null : Response.json(answer);
    } catch (error) {
      return errorResponse(error);
    }
  };
  return Object.assign(practice, {
    keys,
    devices,
    history,
    may: mayOf,
    letTimePass() {
      isFresh = false;
    },
  });
}
