import { useEffect } from 'react';

const PRODUCT = 'Frontdesk';

/** Sets the document title while the component is mounted, followed by “Frontdesk”. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
    return () => {
      document.title = PRODUCT;
    };
  }, [title]);
}
