// Light or dark: as the system says, until the reader chooses. Runs before the first paint.

const CHOICES = ['auto', 'light', 'dark'];

function stored() {
  try {
    const choice = localStorage.getItem('theme');
    return CHOICES.includes(choice) ? choice : 'auto';
  } catch {
    return 'auto'; // Storage is forbidden: the choice lasts as long as the page.
  }
}

let theme = stored();
document.documentElement.dataset.theme = theme;

export const currentTheme = () => theme;

/** Goes on to the next of system, light, dark, and remembers it. */
export function nextTheme() {
  theme = CHOICES[(CHOICES.indexOf(theme) + 1) % CHOICES.length];
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // As above.
  }
  return theme;
}
