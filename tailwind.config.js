/**
 * The names of the theme. Their values are CSS variables (src/app/styles.css), so that light and dark are defined in one
 * place.
 * @type {import('tailwindcss').Config}
 */
export default {
  content: ['./index.html', './src/app/**/*.{ts,tsx}'],
  theme: {
    extend: {
      colors: {
        ground: 'var(--ground)',
        surface: 'var(--surface)',
        raised: 'var(--raised)',
        sunken: 'var(--sunken)',
        line: 'var(--line)',
        'line-strong': 'var(--line-strong)',
        ink: 'var(--ink)',
        muted: 'var(--muted)',
        accent: 'var(--accent)',
        'accent-strong': 'var(--accent-strong)',
        'accent-soft': 'var(--accent-soft)',
        'on-accent': 'var(--on-accent)',
        danger: 'var(--danger)',
        'danger-soft': 'var(--danger-soft)',
        warn: 'var(--warn)',
        'warn-soft': 'var(--warn-soft)',
        ok: 'var(--ok)',
        'ok-soft': 'var(--ok-soft)',
        scrim: 'var(--scrim)',
      },
      fontFamily: {
        sans: 'var(--font-ui)',
      },
      boxShadow: {
        raised: 'var(--shadow-raised)',
      },
    },
  },
};
