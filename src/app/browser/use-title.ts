import { useEffect } from 'react';

const PRODUCT = 'Frontdesk';

/** Names the tab as long as the screen is there; the product stands after it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
    return () => {
      document.title = PRODUCT;
    };
  }, [title]);
}
