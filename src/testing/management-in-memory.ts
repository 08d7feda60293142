import type * as z from 'zod/mini';
import { calledOffStatuses } from '#contract/appointment-rules.ts';
import { ServiceError } from '#contract/error.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { permissionSets } from '#contract/permissions.ts';
import { importRecordsSchema } from '#contract/practice-import.ts';
import {
  changeAppointmentTypeSchema,
  changeCompanySchema,
  changeEmployeeSchema,
  changeRoomSchema,
  changeStoreSchema,
  createAppointmentTypeSchema,
  createEmployeeSchema,
  createRoomSchema,
  createStoreSchema,
  issueKeySchema,
  type Key,
  type ManagedEmployee,
  type PracticeChange,
} from '#contract/practice-management.ts';
import { fullName, nameKey } from '#contract/practice-setup.ts';
import { createImportInMemory } from './import-in-memory.ts';
import { allCapabilities, faultOf, pageOf } from './practice-extensions.ts';
import { type AskedRequest, createPracticeInMemory, idOf, type PracticeInMemory } from './practice-in-memory.ts';

/** The key of the manager who is signed in. */
export const MY_KEY = 'fd_mine';

/** A practice in memory that sets itself up, too, with the rules of our own service. */
export interface ManagedPractice extends PracticeInMemory {
  readonly keys: Key[];
  /** Newest first. */
  readonly history: PracticeChange[];
  /** What the employee with that number may do. */
  may(employeeId: string): readonly string[];
  /** Lets the manager's key be asked for again before the next keys and rights. */
  letTimePass(): void;
}

const invalid = (text: string) => new ServiceError('invalid_input', text);

function parsed<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body);
  if (error) throw invalid(`${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`);
  return data as z.output<Schema>;
}

/** Creates the practice, which its manager is signed in to ({@link letManage}). */
export function createManagedPractice(options: { appointments?: number; today?: string } = {}): ManagedPractice {
  return letManage(createPracticeInMemory({ ...options, beyond: true }));
}

/** Signs the manager Ada Okafor in to a practice that can do what is beyond the document; the others book. */
export function letManage(practice: PracticeInMemory): ManagedPractice {
  const { company, employees, types, appointments, session } = practice;
  const me = idOf(6, 1);
  Object.assign(session, {
    ...{ access: 'sign_in', person: 'ada', name: 'Ada Okafor', mayManage: true },
    capabilities: allCapabilities,
  });
  const permissions = new Map<string, ManagedEmployee['permissions']>(
    employees.map(({ id }) => [id, [...permissionSets[id === me ? 'manage' : 'book']]]),
  );
  const keys: Key[] = [];
  const history: PracticeChange[] = [];
  const issued = new Set<string>();
  const created = new Map<string, string>();
  const importRecords = createImportInMemory(practice);
  let isFresh = true;

  const mayOf = (id: string) => permissions.get(id) ?? [];
  const managed = (id: string): ManagedEmployee => ({ ...find(employees, id), permissions: mayOf(id) });

  function find<Item extends { id: string }>(items: readonly Item[], id: string): Item {
    const found = items.find((item) => item.id === id);
    if (!found) throw new ServiceError('not_found', 'id: there is none');
    return found;
  }

  function note(
    kind: PracticeChange['kind'],
    action: PracticeChange['action'],
    record: { id: string; name: string },
    changes: PracticeChange['changes'] = [],
  ): void {
    const { id: recordId, name } = record;
    const at = new Date().toISOString();
    history.unshift({ id: crypto.randomUUID(), at, employeeId: me, kind, recordId, name, action, changes });
  }

  /** Makes the changes of a body, and notes them. */
  function change(kind: PracticeChange['kind'], record: { id: string; name: string }, given: object): void {
    const { companyId: _, ...wanted } = given as Record<string, unknown>;
    const changes = Object.entries(wanted)
      .filter(([, to]) => to !== undefined)
      .map(([field, to]) => ({ field, from: Reflect.get(record, field), to }));
    note(kind, 'changed', record, changes);
    Object.assign(record, wanted);
  }

  function freeName(name: string | undefined, others: readonly { id: string; name: string }[], id = ''): void {
    const isTaken = others.some((other) => other.id !== id && nameKey(other.name) === nameKey(name ?? ''));
    if (name !== undefined && isTaken) throw invalid('name: there is one of this name already');
  }

  function needsKey(): void {
    if (!isFresh) throw new ServiceError('confirm_key', 'type your key again');
  }

  const named = (employee: { id: string; firstName: string; lastName: string }) => ({
    id: employee.id,
    name: fullName(employee),
  });

  function changeEmployee(id: string, body: unknown): ManagedEmployee {
    const employee = find(employees, id);
    const { permissions: given, ...wanted } = parsed(changeEmployeeSchema, body);
    if (given ?? wanted.storeIds ?? wanted.isActive !== undefined) needsKey();
    const before = { ...named(employee), ...managed(id) };
    const { isActive = before.isActive } = wanted;
    const after = { isActive, permissions: given ?? before.permissions };
    const others = employees.filter((one) => one !== employee).map((other) => managed(other.id));
    if (![after, ...others].some((one) => one.isActive && one.permissions.includes('practice.write')))
      throw new ServiceError('last_manager', 'let somebody else manage it first');
    change('employee', before, { ...wanted, permissions: given });
    Object.assign(employee, wanted);
    permissions.set(id, [...after.permissions]);
    if (wanted.isActive === false)
      for (const key of keys) if (key.employeeId === id) key.revokedAt ??= new Date().toISOString();
    return managed(id);
  }

  function issueKey(employeeId: string, body: unknown, headers: Headers) {
    const attempt = headers.get(idempotencyKeyHeader) ?? '';
    if (issued.has(attempt)) throw new ServiceError('already_issued', 'it is not kept');
    needsKey();
    const employee = find(employees, employeeId);
    const { access, expiresAt = null } = parsed(issueKeySchema, body);
    issued.add(attempt);
    const id = crypto.randomUUID();
    keys.unshift({ id, employeeId, access, createdAt: new Date().toISOString(), expiresAt, revokedAt: null });
    note('key', 'created', { id, name: fullName(employee) }, [{ field: 'access', from: null, to: access }]);
    return { id, key: `fd_${id.replaceAll('-', '')}_secret` };
  }

  function create(list: string, body: unknown): string {
    const id = crypto.randomUUID();
    if (list === 'stores') {
      const store = parsed(createStoreSchema, body);
      freeName(store.name, company.stores);
      company.stores.push({ ...store, id, rooms: [] });
      note('store', 'created', { id, name: store.name });
    } else if (list === 'rooms') {
      const { storeId, name, categories } = parsed(createRoomSchema, body);
      const { rooms } = find(company.stores, storeId);
      freeName(name, rooms);
      rooms.push({ id, name, categories: categories ?? [] });
      note('room', 'created', { id, name }, [{ field: 'storeId', from: null, to: storeId }]);
    } else if (list === 'appointment-types') {
      const type = parsed(createAppointmentTypeSchema, body);
      freeName(type.name, types);
      types.push({ ...type, id, isActive: true });
      note('appointment_type', 'created', { id, name: type.name });
    } else {
      needsKey();
      const { permissions: held, ...employee } = parsed(createEmployeeSchema, body);
      employees.push({ ...employee, id, isActive: true });
      permissions.set(id, [...held]);
      note('employee', 'created', { id, name: fullName(employee) }, [{ field: 'permissions', from: null, to: held }]);
    }
    return id;
  }

  function changeRoom(id: string, body: unknown) {
    const store = company.stores.find(({ rooms }) => rooms.some((room) => room.id === id));
    const room = find(store?.rooms ?? [], id);
    const wanted = parsed(changeRoomSchema, body);
    freeName(wanted.name, store?.rooms ?? [], id);
    const from = store?.rooms.indexOf(room) ?? 0;
    const { position = from, ...rest } = wanted;
    change('room', room, rest);
    store?.rooms.splice(from, 1);
    store?.rooms.splice(position, 0, room);
    return room;
  }

  function deleteRoom(id: string): true {
    const store = company.stores.find(({ rooms }) => rooms.some((room) => room.id === id));
    const room = find(store?.rooms ?? [], id);
    const isOver = (status: string) => calledOffStatuses.some((one) => one === status);
    const isNeeded = appointments.some(
      ({ roomId, end, status }) => roomId === id && Date.parse(end) > Date.now() && !isOver(status),
    );
    if (isNeeded) throw new ServiceError('in_use', 'it has visits to come');
    store?.rooms.splice(store.rooms.indexOf(room), 1);
    note('room', 'removed', room);
    return true;
  }

  function respond({ name, query, body, headers }: AskedRequest): unknown {
    const [, method, list = '', id = '', sub] = /^(\w+) \/v1\/([\w-]+)(?:\/([^/]+))?(?:\/(keys))?$/.exec(name) ?? [];
    if (name === 'GET /v1/practice/history') return pageOf(history, query);
    if (name === 'POST /v1/practice/import') {
      const { dryRun, lines } = parsed(importRecordsSchema, body);
      if (!dryRun && lines.some(({ kind }) => kind === 'employee')) needsKey();
      return importRecords(body);
    }
    if (name === 'POST /desk/session/confirm') {
      if (body?.['apiKey'] !== MY_KEY) throw new ServiceError('authorization_required', 'not this key');
      isFresh = true;
      return session;
    }
    if (sub === 'keys')
      return method === 'GET'
        ? pageOf(
            keys.filter(({ employeeId }) => employeeId === id),
            query,
          )
        : issueKey(id, body, headers);
    switch (`${method} ${list}`) {
      case 'PATCH companies':
        change('company', company, parsed(changeCompanySchema, body));
        return company;
      case 'PATCH stores': {
        const store = find(company.stores, id);
        const wanted = parsed(changeStoreSchema, body);
        freeName(wanted.name, company.stores, id);
        change('store', store, wanted);
        return store;
      }
      case 'PATCH rooms':
        return changeRoom(id, body);
      case 'DELETE rooms':
        return deleteRoom(id);
      case 'PATCH appointment-types': {
        const type = find(types, id);
        change('appointment_type', type, parsed(changeAppointmentTypeSchema, body));
        return type;
      }
      case 'GET employees':
        return managed(id);
      case 'PATCH employees':
        return changeEmployee(id, body);
      case 'DELETE keys': {
        needsKey();
        const key = find(keys, id);
        key.revokedAt ??= new Date().toISOString();
        note('key', 'removed', named(find(employees, key.employeeId)));
        return true;
      }
      case 'POST stores':
      case 'POST rooms':
      case 'POST appointment-types':
      case 'POST employees': {
        const attempt = headers.get(idempotencyKeyHeader);
        const made = (attempt === null ? undefined : created.get(attempt)) ?? create(list, body);
        if (attempt !== null) created.set(attempt, made);
        return made;
      }
      default:
        return undefined;
    }
  }

  practice.further.answer = (request) => {
    try {
      const answer = respond(request);
      return answer === undefined ? null : Response.json(answer);
    } catch (error) {
      return faultOf(error);
    }
  };
  return Object.assign(practice, {
    keys,
    history,
    may: mayOf,
    letTimePass() {
      isFresh = false;
    },
  });
}
