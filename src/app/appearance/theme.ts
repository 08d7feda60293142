/** What colours the app has: those that the computer is set to, or always the light or the dark ones. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Shows the app in a theme; its colours follow at once (src/app/styles.css). */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
