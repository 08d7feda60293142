import { Fragment } from 'react';

/**
 * Texts on one line, separated by middle dots. Each is isolated so that it does not affect the direction of its
 * neighbours.
 */
export function InlineTexts({ of }: { of: readonly (string | null | undefined)[] }) {
  return of.filter(Boolean).map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same text may occur twice, and none has a state.
    <Fragment key={index}>
      {index > 0 ? ' · ' : null}
      <bdi>{text}</bdi>
    </Fragment>
  ));
}
