import { createContext } from 'react';

/**
 * The element into which lists of controls are rendered: a dialog provides itself, so that assistive technology sees
 * its lists as part of it. Null outside of dialogs, for the page.
 */
export const PopupHost = createContext<HTMLElement | null>(null);
