import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { appointment } from '#testing/changing-practice.ts';
import { appointmentQueries, findLoaded } from './appointments.ts';

const cached = appointment('a');

describe('findLoaded', () => {
  test('finds an appointment of a day beside the list of those that are in the way of a block', () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData([...appointmentQueries.blocked('c'), 'question'], [appointment('b')]);
    queryClient.setQueryData([...appointmentQueries.days(), '2026-06-01'], { pages: [{ records: [cached] }] });
    expect(findLoaded(queryClient, 'a')).toBe(cached);
    expect(findLoaded(queryClient, 'b')).toBeNull();
  });
});
