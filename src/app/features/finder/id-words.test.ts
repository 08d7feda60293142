import { i18n, type Messages } from '@lingui/core';
import { expect, onTestFinished, test } from 'vitest';
import { languages } from '#app/language/languages.ts';
import { idShown, idTyped, idWords } from './id-words.ts';

const catalogues = import.meta.glob<{ messages: Messages }>('/translations/*.po', { eager: true });

test.each(languages)('in $tag “none” and “any” are typed in the shown language and in English', ({ tag }) => {
  onTestFinished(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
  i18n.loadAndActivate({ locale: tag, messages: catalogues[`/translations/${tag}.po`]?.messages ?? {} });
  expect(idWords.none === 'none').toBe(tag === 'en');
  for (const kind of ['none', 'any'] as const) {
    expect(idTyped(kind)).toBe(kind);
    expect(idTyped(kind.toUpperCase())).toBe(kind);
    expect(idTyped(idWords[kind])).toBe(kind);
    expect(idShown(kind)).toBe(idWords[kind]);
    expect(idTyped(idShown(kind))).toBe(kind);
  }
  expect(idWords.none).not.toBe(idWords.any);
});

test('an id is left as it is', () => {
  expect(idTyped('Anyone-1')).toBe('Anyone-1');
  expect(idShown('Anyone-1')).toBe('Anyone-1');
});
