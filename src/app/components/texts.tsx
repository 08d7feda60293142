import { Fragment } from 'react';

/**
 * Texts in one line with middle dots between them; each is isolated, so that none affects the direction of its
 * neighbours.
 */
export function Texts({ of }: { of: readonly (string | null | undefined)[] }) {
  return of.filter(Boolean).map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same text may come twice, and none has a state.
    <Fragment key={index}>
      {index > 0 ? ' · ' : null}
      <bdi>{text}</bdi>
    </Fragment>
  ));
}
