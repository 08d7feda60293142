/** Their values are about what an element says or belongs to, by which no style is chosen. */
const notOfLooks = new Set([
  ...['id', 'for', 'name', 'href', 'title', 'value', 'placeholder', 'datetime', 'style', 'aria-label', 'data-testid'],
  ...['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant'],
]);

/** The longest value of an attribute by which a style is chosen; ids are longer. */
const LONGEST_STATE = 30;

/** All of an element by which its colours are chosen: its tag, its classes, its states and its own colours. */
function ownLook(element: Element): string {
  const states = [...element.attributes].flatMap(({ name, value }) =>
    notOfLooks.has(name) || (value.length > LONGEST_STATE && name !== 'class') ? [] : [`${name}=${value}`],
  );
  const { style } = element as HTMLElement;
  const colours = [...style]
    .filter((property) => /color|background|opacity|^--/.test(property))
    .map((property) => `${property}:${style.getPropertyValue(property)}`);
  return [element.tagName, ...states.sort(), ...colours].join(' ');
}

/** The first line of text that is an element's own, or what is typed into it. */
function placeOfText(element: Element): DOMRect | undefined {
  if (element.matches('input, select, textarea')) return element.getBoundingClientRect();
  const text = [...element.childNodes].find((node) => node instanceof Text && node.data.trim() !== '');
  if (text === undefined) return undefined;
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects()[0] ?? element.getBoundingClientRect();
}

/** Numbers of what an element and all around it look like. */
const numbers = new Map<string, number>();

function numberOf(look: string): number {
  const number = numbers.get(look) ?? numbers.size;
  numbers.set(look, number);
  return number;
}

/**
 * The elements with text in the given ones, each with its look: equal looks have equal colours, in one theme and at one width, since
 * these elements, all around them and all that lies under their text have the same tags, classes and states.
 */
export function styleSignatures(parts: Iterable<Element>): Map<Element, string> {
  const lineages = new Map<Element, number>();
  const lineageOf = (element: Element): number => {
    const known = lineages.get(element);
    if (known !== undefined) return known;
    const { parentElement } = element;
    const number = numberOf(`${parentElement === null ? '' : lineageOf(parentElement)} ${ownLook(element)}`);
    lineages.set(element, number);
    return number;
  };
  const looks = new Map<Element, string>();
  for (const part of parts)
    for (const element of [part, ...part.querySelectorAll('*')]) {
      const place = placeOfText(element);
      if (place === undefined) continue;
      const under = document.elementsFromPoint(place.x + place.width / 2, place.y + place.height / 2);
      const seen = under.includes(element) ? under.map(lineageOf).join(' ') : 'out of sight';
      looks.set(element, `${lineageOf(element)}: ${seen}`);
    }
  return looks;
}
