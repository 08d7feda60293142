import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { zoneField } from './zone-field.tsx';

test('the countries of all zones are not looked up before someone uses the field', () => {
  const names = vi.spyOn(Intl, 'DisplayNames');
  const nothing = () => undefined;
  const html = renderToString(
    <zoneField.Input
      {...{ label: 'Time zone', hint: undefined, isOptional: false, options: [], reference: null }}
      {...{ onChange: nothing, onBlur: nothing, error: undefined, showProblems: false }}
      value={zoneField.begin('America/New_York')}
    />,
  );
  expect(html).toContain('New York');
  expect(names).not.toHaveBeenCalled();
});
