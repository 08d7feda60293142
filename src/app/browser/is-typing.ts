/** Whether the person is in a text field that can be typed into: the focus must then stay there. */
export function isTyping(): boolean {
  // The fields of a form that is being sent are inert, so nothing can be typed into them.
  return document.activeElement?.matches('input:not([type=radio], [inert] *), textarea:not([inert] *)') ?? false;
}
