export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Applies a theme (see src/app/styles.css). */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
