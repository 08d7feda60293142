/** Attributes whose values concern the content or the structure of an element and never select a style. */
const notOfLooks = new Set([
  ...['id', 'for', 'name', 'href', 'title', 'value', 'placeholder', 'datetime', 'style', 'aria-label', 'data-testid'],
  ...['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant'],
]);

/** The maximum length of an attribute value that selects a style; ids are longer. */
const LONGEST_STATE = 30;

/** Everything about an element that determines its colours: its tag, its classes, its states and its own colours. */
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

/** The first line of an element's own text, or of the text typed into it. */
function placeOfText(element: Element): DOMRect | undefined {
  if (element.matches('input, select, textarea')) return element.getBoundingClientRect();
  const text = [...element.childNodes].find((node) => node instanceof Text && node.data.trim() !== '');
  if (text === undefined) return undefined;
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects()[0] ?? element.getBoundingClientRect();
}

/** Numbers for the style of an element with its surroundings. */
const numbers = new Map<string, number>();

function numberOf(look: string): number {
  const number = numbers.get(look) ?? numbers.size;
  numbers.set(look, number);
  return number;
}

/**
 * The elements with text among the given ones, each with its style signature: equal signatures have equal colours, in one
 * theme and at one width, because these elements, their surroundings and everything beneath their text have the same tags,
 * classes and states.
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
