import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { firstAnswers } from './prefetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const inMs = (milliseconds: number, value = 'there') =>
  new Promise<string>((resolve) => setTimeout(() => resolve(value), milliseconds));

/** Milliseconds until the first screen is rendered. */
async function waited(load: (queryClient: QueryClient) => Promise<unknown>): Promise<number> {
  const queryClient = new QueryClient();
  const began = Date.now();
  let rendered: number | null = null;
  const answered = firstAnswers(queryClient, load(queryClient)).then(() => {
    rendered = Date.now() - began;
  });
  await vi.advanceTimersByTimeAsync(5000);
  await answered;
  queryClient.clear();
  return rendered ?? Number.NaN;
}

test('the first screen waits for what it asks for, one request after the other', async () => {
  const time = await waited(async (queryClient) => {
    await queryClient.fetchQuery({ queryKey: ['session'], queryFn: () => inMs(200) });
    await queryClient.fetchQuery({ queryKey: ['day'], queryFn: () => inMs(300) });
  });
  expect(time).toBeGreaterThanOrEqual(500);
  expect(time).toBeLessThan(600);
});

test('it waits a second at most', async () => {
  expect(await waited((client) => client.prefetchQuery({ queryKey: ['day'], queryFn: () => inMs(4000) }))).toBe(1000);
});

test('it does not wait for a request that failed and is tried again, nor where it asks for nothing', async () => {
  const failing = (client: QueryClient) =>
    client.prefetchQuery({ queryKey: ['day'], queryFn: () => Promise.reject(new Error('offline')), retry: 2 });
  expect(await waited(failing)).toBeLessThan(100);
  expect(await waited(() => Promise.resolve())).toBeLessThan(100);
});
