import { expect, test } from 'vitest';
import { runStatement } from './run-statement.ts';

/** A statement that fails with these codes, one each time, and then answers. */
function failing(...codes: string[]) {
  let asked = 0;
  const statement = async () => {
    const code = codes[asked];
    asked += 1;
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return 'answer';
  };
  return { statement, asked: () => asked };
}

test.each(['CONNECTION_CLOSED', 'ECONNRESET', '57P01', '25006'])(
  'what was not answered for %s is asked again',
  async (code) => {
    const { statement, asked } = failing(code, code);
    expect(await runStatement(statement)).toBe('answer');
    expect(asked()).toBe(3);
  },
);

test('what is refused is not asked again, nor what is lost without end', async () => {
  const refused = failing('42501');
  await expect(runStatement(refused.statement)).rejects.toThrow('42501');
  expect(refused.asked()).toBe(1);
  const lost = failing(...Array<string>(20).fill('ECONNRESET'));
  await expect(runStatement(lost.statement)).rejects.toThrow('ECONNRESET');
  expect(lost.asked()).toBe(12);
});
