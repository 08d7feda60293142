import { expect, test } from 'vitest';
import { runStatement } from './run-statement.ts';

/** A statement that fails with these codes, one each time, and then succeeds. */
function failing(...codes: string[]) {
  let runs = 0;
  const statement = async () => {
    const code = codes[runs];
    runs += 1;
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return 'answer';
  };
  return { statement, runs: () => runs };
}

test.each(['CONNECTION_CLOSED', 'ECONNRESET', '57P01', '25006'])(
  'a statement that failed with %s is repeated',
  async (code) => {
    const { statement, runs } = failing(code, code);
    expect(await runStatement(statement)).toBe('answer');
    expect(runs()).toBe(3);
  },
);

test('a refused statement is not repeated, and a lost connection only twelve times', async () => {
  const refused = failing('42501');
  await expect(runStatement(refused.statement)).rejects.toThrow('42501');
  expect(refused.runs()).toBe(1);
  const lost = failing(...Array<string>(20).fill('ECONNRESET'));
  await expect(runStatement(lost.statement)).rejects.toThrow('ECONNRESET');
  expect(lost.runs()).toBe(12);
});
