import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ZoneField } from './zone-field.tsx';

// It has no value on a server.
vi.mock('#app/browser/use-now.ts', () => ({ useMinute: () => 0 }));

test('the countries of all zones are not looked up before somebody uses the field', () => {
  const names = vi.spyOn(Intl, 'DisplayNames');
  const nothing = () => undefined;
  const html = renderToString(
    <ZoneField label="Time zone" value="America/New_York" onChange={nothing} unmatched="" onUnmatched={nothing} />,
  );
  expect(html).toContain('New York');
  expect(names).not.toHaveBeenCalled();
});
