// Choices beside the states that a list takes, too, such as a place that is on no map: a button below the map for each.

/** With more choices than this, there are no buttons. */
const MAX_PLACES = 8;

/**
 * Adds the buttons.
 * @param choose is told the group of the fields, the choice, and its name
 */
export function addPlaces(map, choose) {
  for (const group of map.groups) {
    const [first] = group.selects;
    if (first === undefined) continue;
    const places = [...first.options].filter(({ value }) => value !== '' && !map.states.has(value));
    if (places.length === 0 || places.length > MAX_PLACES) continue;
    const box = document.createElement('p');
    box.className = 'map-places';
    for (const { value, textContent } of places) {
      const [text] = textContent.split(' · ');
      const name = text.trim().replace(`${value} `, '');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'second small';
      button.textContent = name;
      button.addEventListener('click', () => choose(group, value, name));
      box.append(button);
    }
    map.hint.before(box);
  }
}
