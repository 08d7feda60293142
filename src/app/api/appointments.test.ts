import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { appointment } from '#testing/changing-practice.ts';
import { appointmentQueries, findLoaded } from './appointments.ts';

const cached = appointment('a');

describe('findLoaded', () => {
  test('finds an appointment of a day when other cached data is no list of pages', () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData([...appointmentQueries.all(), 'plain'], [appointment('b')]);
    queryClient.setQueryData([...appointmentQueries.all(), 'empty'], { pages: [{}] });
    queryClient.setQueryData([...appointmentQueries.days(), '2026-06-01'], { pages: [{ records: [cached] }] });
    expect(findLoaded(queryClient, 'a')).toBe(cached);
    expect(findLoaded(queryClient, 'c')).toBeNull();
  });

  test('does not read the appointments that are in the way of a block, which may be out of date', () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData([...appointmentQueries.blocked('c'), 'question'], { pages: [{ records: [cached] }] });
    expect(findLoaded(queryClient, 'a')).toBeNull();
  });
});
