import { describe, expect, test } from 'vitest';
import { checkResponse, mapErrorStatus } from './connection.ts';
import { parseJson, type RequestKind } from './practice-api.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  checkResponse(
    { status, body: bytes(body), header: (name) => headers[name] ?? null },
    { key: 'fd_secret', sentAt: 1_000, receivedAt: 2_000 },
  );
const errorBody = JSON.stringify({ message: 'not_found', data: { errorInstanceId: 'abc-1' } });

describe('checking a response', () => {
  test.each([
    [199, '{}', 'the practice API answered 199 with a redirect'],
    [300, '{}', 'the practice API answered 300 with a redirect'],
    [399, '{}', 'the practice API answered 399 with a redirect'],
    [200, '<h1>', 'the practice API answered 200 with a body that is not JSON'],
    [299, '', 'the practice API answered 299 with a body that is not JSON'],
    [200, '"fd_secret"', 'the practice API answered 200 with the API key in its body'],
    [500, 'fd_secret', 'the practice API answered 500 with the API key in its body'],
  ])('rejects %i with %s', (status, body, message) => {
    expect(() => answer(status, body)).toThrow(
      expect.objectContaining({ name: 'UpstreamError', reason: 'unusable', message }),
    );
  });

  test('rejects JSON that is not UTF-8', () => {
    const response = { status: 200, body: new Uint8Array([0x22, 0xff, 0x22]), header: () => null };
    expect(() => checkResponse(response, { key: 'k', sentAt: 0, receivedAt: 0 })).toThrow('not JSON');
    expect(parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toBeUndefined();
    expect([parseJson(bytes('{"é":1}')), parseJson(bytes('{'))]).toEqual([{ é: 1 }, undefined]);
  });

  test('reads an error body only from 400 on, with an id that can be logged', () => {
    expect(answer(200, errorBody)).toMatchObject({ message: null, errorInstanceId: null });
    expect(answer(400, errorBody)).toMatchObject({ message: 'not_found', errorInstanceId: 'abc-1' });
    expect(answer(404, '{"message":"not_found"}')).toMatchObject({ message: 'not_found', errorInstanceId: null });
    expect(answer(404, '{"message":"x","data":{"errorInstanceId":"a b"}}')).toMatchObject({ errorInstanceId: null });
    expect(answer(404, '{"message":""}').message).toBeNull();
  });

  test('reads the retry time only from a 503, in whole seconds', () => {
    expect(answer(503, '', { 'retry-after': '7' }).retryAfterSeconds).toBe(7);
    expect(answer(503, '')).not.toHaveProperty('retryAfterSeconds');
    expect(answer(500, '', { 'retry-after': '7' })).not.toHaveProperty('retryAfterSeconds');
  });

  test('takes the practice API’s clock from its date', () => {
    const date = 'Tue, 24 Nov 2026 08:00:00 GMT';
    expect(answer(200, '{}', { date })).toMatchObject({
      upstreamTime: Date.parse(date),
      sentAt: 1_000,
      receivedAt: 2_000,
    });
    expect([answer(200, '{}', { date: 'soon' }).upstreamTime, answer(200, '{}').upstreamTime]).toEqual([null, null]);
  });
});

const UNKNOWN = 'The response was lost. What was sent may have been saved: look for it before sending it again.';
const CHANGED = 'The record has changed since it was read. Read it again.';

describe('a response without a usable error body', () => {
  test.each<[number, RequestKind, string | null, string?]>([
    [200, 'create', null],
    [399, 'create', null],
    [400, 'appointments', 'invalid_input'],
    [401, 'create', 'authorization_required'],
    [403, 'lookup', 'insufficient_access'],
    [404, 'change', 'not_found'],
    [413, 'create', 'payload_too_large'],
    [422, 'create', 'invalid_input'],
    [409, 'change', 'changed_meanwhile', CHANGED],
    [409, 'create', 'outcome_unknown', UNKNOWN],
    [409, 'appointments', 'upstream_invalid', 'The practice API failed with status 409. Try again.'],
    [500, 'create', 'outcome_unknown', UNKNOWN],
    [503, 'change', 'outcome_unknown', UNKNOWN],
    [504, 'manage', 'outcome_unknown', UNKNOWN],
    [500, 'appointments', 'upstream_invalid', 'The practice API failed with status 500. Try again.'],
    [503, 'reference', 'upstream_unavailable', 'The practice API is not available. Try again.'],
    [504, 'lookup', 'upstream_timeout', 'The practice API took too long. Try again.'],
  ])('%i for a request of the kind %s becomes %s', (status, kind, key, suggestion) => {
    const response = { ...answer(500, ''), status };
    const error = mapErrorStatus(response, kind);
    expect(error?.key ?? null).toBe(key);
    if (suggestion !== undefined) expect(error?.suggestion).toBe(suggestion);
    expect(mapErrorStatus({ ...response, message: 'odd' }, kind)).toBeNull();
  });

  test('has the retry time for a 503 if the practice API sends one', () => {
    expect(mapErrorStatus(answer(503, '', { 'retry-after': '9' }), 'lookup')?.retryAfterSeconds).toBe(9);
    expect(mapErrorStatus(answer(503, ''), 'lookup')?.retryAfterSeconds).toBeUndefined();
  });
});
