import { Trans } from '@lingui/react/macro';
import { foreignWordsOf, reasonOf } from './failures.ts';

/** The reason of an error, as {@link reasonOf}. */
export function Reason({ error }: { error: unknown }) {
  const words = foreignWordsOf(error);
  return words === null ? reasonOf(error) : <Said text={words} />;
}

/** The text of the practice system, unchanged, in a sentence of the app. Its language is unknown, hence the empty lang. */
export function Said({ text }: { text: string }) {
  return (
    <Trans>
      The practice system says: “<bdi lang="">{text}</bdi>”
    </Trans>
  );
}
