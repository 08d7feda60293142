import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { choiceField, optionalTextField, switchField, textField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/kind.ts';
import { createSystem, showKind } from '#testing/made-up-kinds.tsx';

const fields = { name: z.string(), room: z.string(), serial: z._default(z.nullable(z.string()), null) };
const equipmentSchema = z.object({
  ...{ id: z.string(), updatedAt: z.string(), isBroken: z._default(z.boolean(), false), ...fields },
});

const equipment = defineKind({
  name: 'equipment',
  added: () => 'New equipment',
  title: ({ name }: z.infer<typeof equipmentSchema>) => name,
  fields: {
    name: textField({ label: () => 'Name' }),
    serial: optionalTextField({ label: () => 'Serial number' }),
    room: choiceField({
      label: () => 'Room',
      options: (rooms: readonly string[]) => rooms.map((room) => ({ value: room, label: room })),
    }),
    isBroken: switchField({ label: () => 'Out of order', on: () => 'Out of order', isShown: ({ isNew }) => !isNew }),
  },
  create: {
    ...{ operation: 'createEquipment', method: 'POST', path: '/v1/equipment' },
    input: z.object({ companyId: z.string(), ...fields }),
    received: z.string(),
  },
  change: {
    ...{ operation: 'changeEquipment', method: 'PATCH', path: '/v1/equipment/{id}' },
    input: z.object({ companyId: z.string(), ...z.partial(equipmentSchema).shape }),
  },
  blank: ([room = '']) => ({ name: '', serial: null, room, isBroken: false }),
  row: ({ isBroken }) => (isBroken ? ['room', 'isBroken'] : ['room']),
  isFaded: ({ isBroken }) => isBroken,
});

test('equipment is added and changed as any kind of record', async () => {
  const system = createSystem([], equipmentSchema);
  await showKind({ system, kind: equipment, label: 'Equipment', reference: ['Surgery', 'Ward'] });
  await page.getByRole('button', { name: 'New equipment' }).click();
  await page.getByLabelText('Name').fill('X-ray');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Edit ⁨X-ray⁩' }).click();
  await page.getByRole('checkbox', { name: 'Out of order' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('X-raySurgery · Out of order');
  expect(system.items).toMatchObject([{ name: 'X-ray', serial: null, room: 'Surgery', isBroken: true }]);
});
