import { expect, test } from 'vitest';
import { createUnnamedStore, receivedAppointmentSchema } from '#contract/received.ts';
import { appointmentName, roomText } from './directory.ts';

test.each([
  ['a room of the store by its name', 'r1', 'Old name', 'Room 1'],
  ['a room that is not listed any more by the location', 'gone', 'Day-care run', 'Day-care run'],
  ['an unlisted room without a location by its id', 'gone', null, 'Room gone'],
  ['an appointment without a room by its location', null, 'Day-care run', 'Day-care run'],
  ['an appointment without a place', null, null, 'No room'],
])('every screen names %s', (_, roomId, location, text) => {
  const rooms = [{ id: 'r1', name: 'Room 1', categories: [] }];
  const stores = [{ ...createUnnamedStore('north'), name: 'North', rooms }];
  const company = { id: 'c', name: 'C', storesListed: true, stores };
  expect(roomText({ storeId: 'north', roomId, location }, { company })).toBe(text);
});

test.each([
  ['is the beginning of a composed title', { title: 'Bo – Jr – Dental', visitTypeName: 'Dental' }, 'Bo – Jr'],
  ['is any other title as it is', { title: ' Bo – Dental ', visitTypeName: 'Vaccination' }, 'Bo – Dental'],
  ['is the title of an appointment without a type', { title: 'Delivery', visitTypeName: null }, 'Delivery'],
  ['is the type without a title', { title: '', visitTypeName: 'Dental' }, 'Dental'],
  ['is empty without either', { title: ' ', visitTypeName: null }, ''],
])('the name of an appointment with an unknown pet %s', (_, texts, name) => {
  const times = { start: '2026-06-10T09:00:00Z', end: '2026-06-10T09:30:00Z' };
  const appointment = receivedAppointmentSchema.parse({ id: 'a', status: 'confirmed', petId: 'p', ...times, ...texts });
  expect(appointmentName(appointment, new Map())).toBe(name);
});
