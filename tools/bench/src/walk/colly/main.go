// Colly through the same web as everyone else: asynchronous, visited URLs in memory, links by OnHTML, text from the
// tree that Colly has parsed anyway. It ignores robots.txt and keeps nothing, as is its default.
package main

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"unicode/utf8"

	"github.com/gocolly/colly/v2"
	"golang.org/x/net/html"
)

func main() {
	seed := os.Args[1]
	concurrency, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	var pages, failures, characters atomic.Int64

	collector := colly.NewCollector(colly.Async(true))
	collector.DisableCookies()
	// Go keeps 100 idle connections by default, fewer than the web has hosts.
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns = 0
	collector.WithTransport(transport)
	rule := &colly.LimitRule{DomainGlob: "*", Parallelism: concurrency}
	if err := collector.Limit(rule); err != nil {
		panic(err)
	}

	collector.OnResponse(func(*colly.Response) { pages.Add(1) })
	// Called for failed requests only: a URL that was visited before is the answer of Visit below.
	collector.OnError(func(*colly.Response, error) { failures.Add(1) })
	collector.OnHTML("html", func(element *colly.HTMLElement) {
		for _, node := range element.DOM.Nodes {
			characters.Add(int64(textLength(node)))
		}
	})
	collector.OnHTML("a[href]", func(element *colly.HTMLElement) {
		_ = element.Request.Visit(element.Attr("href"))
	})

	if err := collector.Visit(seed); err != nil {
		panic(err)
	}
	collector.Wait()
	fmt.Printf("RESULT {\"pages\":%d,\"errors\":%d,\"characters\":%d}\n",
		pages.Load(), failures.Load(), characters.Load())
}

func textLength(node *html.Node) int {
	if node.Type == html.TextNode {
		return utf8.RuneCountInString(node.Data)
	}
	if node.Type == html.ElementNode && (node.Data == "script" || node.Data == "style") {
		return 0
	}
	length := 0
	for child := node.FirstChild; child != nil; child = child.NextSibling {
		length += textLength(child)
	}
	return length
}
