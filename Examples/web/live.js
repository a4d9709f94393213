// A live list: each frame is the list as it is now.
const [posts, state] = [document.getElementById("posts"), document.getElementById("state")];
const stream = new EventSource("/observeQuery/Post?sort=-rating&limit=5");

stream.onopen = () => { state.textContent = "live"; };
// The browser reconnects by itself, except after an error status.
stream.onerror = () => { state.textContent = stream.readyState === EventSource.CLOSED ? "refused" : "reconnecting"; };

stream.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type !== "snapshot") return;
    posts.replaceChildren(...frame.items.map((post) => {
        const line = document.createElement("li");
        line.textContent = `${post.title} (${post.rating ?? "not rated"})`;
        return line;
    }));
};
