import { createContext } from 'react';

/**
 * Where lists that hang under a control are put: a dialog names itself, so that its lists are a part of it for assistive
 * technology, too. Null outside of dialogs, where the page itself is the place.
 */
export const PopupHost = createContext<HTMLElement | null>(null);
