import { expect, test } from 'vitest';
import { defaultPermissionSet, permissionSets, permissions, requiresWriteAccess } from './permissions.ts';

test('viewers cannot write, bookers cannot manage, managers may do everything', () => {
  expect(permissionSets.view).toEqual([
    'appointments.read',
    'pets.read',
    'clients.read',
    'employees.read',
    'appointment_types.read',
  ]);
  expect([...permissionSets.book, 'practice.write']).toEqual(permissions);
  expect(permissionSets.manage).toEqual(permissions);
  expect(['manager', 'vet', 'receptionist', ''].map(defaultPermissionSet)).toEqual(['manage', 'book', 'book', 'book']);
});

test('every method except GET writes, unless a read permission is enough', () => {
  expect(requiresWriteAccess({ method: 'POST', permission: 'appointments.write' })).toBe(true);
  expect(requiresWriteAccess({ method: 'DELETE', permission: 'availability.write' })).toBe(true);
  expect(requiresWriteAccess({ method: 'POST', permission: 'appointments.read' })).toBe(false);
  expect(requiresWriteAccess({ method: 'GET', permission: 'practice.write' })).toBe(false);
  expect(requiresWriteAccess({ method: 'POST', permission: null })).toBe(true);
});
